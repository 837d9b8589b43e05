# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_zona_favorita.centro
  identity = {
    cliente_id = 3
    id         = 1
  }
}
