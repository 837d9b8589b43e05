# Terraform 1.12 or OpenTofu 1.12, and later.
import {
  to = parking_sancion.pagada
  identity = {
    sancion_id = 5
  }
}
