# Terraform 1.14 and later; OpenTofu has no actions.
# terraform apply -invoke=action.parking_reserva_bloquear.visita -var vehiculo_id=3401

variable "vehiculo_id" {
  type        = number
  description = "Identifier of the vehicle to book for."
}

action "parking_reserva_bloquear" "visita" {
  config {
    tramo_id    = 5
    vehiculo_id = var.vehiculo_id
    minutos     = 60
    pago = {
      pago_tipo   = 1
      pago_codigo = "TX-2026-000120"
    }
  }
}
