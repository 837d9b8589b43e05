# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_cliente.flota_sur
  identity = {
    email = "flota.sur@example.com"
  }
}
