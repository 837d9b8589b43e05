# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_reserva.entrega
  identity = {
    id = 1
  }
}
