# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_placa.reparto
  identity = {
    placa = "AKX0359"
  }
}
