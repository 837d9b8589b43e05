# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_vehiculo.reparto
  identity = {
    cliente_id = 3
    placa      = "AKX0359"
  }
}
