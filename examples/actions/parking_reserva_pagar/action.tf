# Terraform 1.14 and later; OpenTofu has no actions.

variable "vehiculo_id" {
  type        = number
  description = "Identifier of the vehicle to book for."
}

# The action pays the reservation after it was booked.
resource "parking_reserva" "visita" {
  tramo_id    = 5
  vehiculo_id = var.vehiculo_id
  minutos     = 60

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.parking_reserva_pagar.visita]
    }
  }
}

action "parking_reserva_pagar" "visita" {
  config {
    reserva_id    = parking_reserva.visita.id
    pago_tipo     = 1
    pago_codigo   = "TX-2026-000118"
    enviar_recibo = true
  }
}
