# From single resources to parking_flota. Delete this file after the apply.
# Terraform 1.8 or OpenTofu 1.10, and later.

removed {
  from = parking_placa.flota

  lifecycle {
    destroy = false
  }
}

removed {
  from = parking_vehiculo.flota

  lifecycle {
    destroy = false
  }
}

import {
  for_each = local.partes

  to = parking_flota.flota[each.key]
  id = "${parking_cliente.sur.id}/${join(",", each.value)}"
}
