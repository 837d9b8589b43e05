# Terraform 1.14 and later; OpenTofu has no actions.
# terraform apply -invoke=action.parking_reserva_cancelar.esta -var reserva_id=3401

variable "reserva_id" {
  type        = number
  description = "Identifier of the reservation to cancel."
}

action "parking_reserva_cancelar" "esta" {
  config {
    reserva_id = var.reserva_id
  }
}
