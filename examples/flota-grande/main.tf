# Fleets of any size from two CSV files. A parking_flota holds up to 1,000
# vehicles of one client, so each client has as many of them as it takes.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# From the environment: PARKING_BASE_URL and PARKING_CREDENTIAL for a real
# service, or PARKING_SANDBOX=parking.db for the embedded one.
provider "parking" {}

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flota    = provider::parking::flota_csv(file("${path.module}/flota.csv"))

  # The plates of each client in order, cut into parts. A vehicle that is added or
  # removed moves one plate from part to part behind it: one part forgets it and
  # the next takes it over, with a warning and without a change on the service.
  # With adopt_existing = "never" keep such parts apart by a column of your own.
  placas = { for placa, v in local.flota : v.cliente => placa... }
  partes = merge([
    for cliente, placas in local.placas : {
      for n, parte in chunklist(sort(placas), 1000) : "${cliente} ${n + 1}" => { cliente = cliente, placas = parte }
    }
  ]...)
}

resource "parking_cliente" "flota" {
  for_each = local.clientes

  email     = each.key
  nombre    = each.value.nombre
  apellidos = each.value.apellidos
  prefijos  = each.value.prefijos
  telefono  = each.value.telefono
  cedula    = each.value.cedula
}

resource "parking_flota" "flota" {
  for_each = local.partes

  cliente_id = parking_cliente.flota[each.value.cliente].id
  vehiculos  = { for placa in each.value.placas : placa => local.flota[placa] }

  lifecycle {
    precondition {
      condition     = contains(keys(local.clientes), each.value.cliente)
      error_message = "flota.csv gives vehicles to ${each.value.cliente}, which clientes.csv does not list."
    }

    # What could not be brought onto the service makes the run fail here, and the
    # next one tries that alone.
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${join("; ", [for placa, why in self.pendientes : "${placa}: ${why}"])}"
    }
  }
}

output "resumen" {
  description = "How many vehicles each fleet has on the service."
  value       = { for name, f in parking_flota.flota : name => length([for id in values(f.vehiculo_ids) : id if id != null]) }
}
