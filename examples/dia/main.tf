# A day of one van on the service, from its registration to a sanction. Apply the
# files in order:
#
#   terraform apply -var-file=1-reservar.tfvars   registers the van, and books two places
#   terraform apply -var-file=2-extender.tfvars   extends one of them
#   terraform apply -var-file=3-pagar.tfvars      pays it
#   terraform apply -var-file=4-cancelar.tfvars   cancels the other one
#   terraform apply -var-file=5-cerrar.tfvars     closes a sanction
#   terraform apply -var-file=6-saldar.tfvars     pays it
#
# Between 4 and 5 somebody else fines the van. On the embedded service, do it yourself.
# Serve it with `terraform-provider-parking sandbox`; with PARKING_SANDBOX=dia.db, add
# `-database dia.db`. Then run
#
#   curl http://127.0.0.1:8080/external/sancion-iniciar -H 'Authorization: x' \
#     -H 'Content-Type: application/json' -d '{"placa": "VBR2210", "tramo_id": 5}'

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL in the environment.
provider "parking" {
  # These are the sandbox's paths. Your service's documentation does not publish its
  # own, so ask its operator. The first registers a client that does not exist yet, the
  # second reads sanctions.
  endpoints = {
    registrar_cliente = "/external/cliente-registrar"
    sanciones         = "/external/sanciones"
  }
}

variable "reservas" {
  description = "Reservations of the van, each under a name of your own. Take one out to cancel it."
  type = map(object({
    tramo_id    = number
    minutos     = number           # raise it to extend
    pago_codigo = optional(string) # add it to pay
  }))
  default = {}
}

variable "sanciones" {
  description = "Sanctions of the van that are to be closed, by their identifier."
  type = map(object({
    observaciones = optional(string)
    pago_codigo   = optional(string) # add it to pay
  }))
  default = {}
}

resource "parking_cliente" "reparto" {
  email     = "reparto.ribera@example.com"
  nombre    = "Reparto"
  apellidos = "Ribera"
  prefijos  = "+593"
  telefono  = "990000022"
  cedula    = "0100000022"
}

resource "parking_placa" "furgon" {
  placa            = "VBR2210"
  tipo_vehiculo_id = 3
}

resource "parking_vehiculo" "furgon" {
  cliente_id = parking_cliente.reparto.id
  placa      = parking_placa.furgon.placa
  nombre     = "Furgón 22"
}

resource "parking_reserva" "furgon" {
  for_each = var.reservas

  tramo_id    = each.value.tramo_id
  vehiculo_id = parking_vehiculo.furgon.id
  minutos     = provider::parking::minutos(each.value.minutos)
  pago        = each.value.pago_codigo == null ? null : { pago_tipo = 1, pago_codigo = each.value.pago_codigo }

  lifecycle {
    # A failed payment is only a warning. This makes the run fail.
    postcondition {
      condition     = each.value.pago_codigo == null || self.pagada
      error_message = "Reservation ${self.id} (${each.key}) is booked and not paid; the next apply pays it."
    }
  }
}

resource "parking_sancion" "furgon" {
  for_each = var.sanciones

  sancion_id    = each.key
  observaciones = each.value.observaciones
  pago = each.value.pago_codigo == null ? null : {
    pago_tipo   = 1
    pago_codigo = each.value.pago_codigo
    cliente_id  = parking_cliente.reparto.id
  }
}

output "dia" {
  description = "How the day stands."
  value = {
    reservas  = { for name, r in parking_reserva.furgon : name => { minutos = r.minutos, activa = r.activa, pagada = r.pagada } }
    sanciones = { for id, s in parking_sancion.furgon : id => { cerrada = s.cerrada, pagada = s.pagada } }
  }
}
