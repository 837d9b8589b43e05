# Terraform 1.12 or OpenTofu 1.12, and later.
# It takes all vehicles of the client.
import {
  to = parking_flota.reparto
  identity = {
    cliente_id = 3
  }
}
