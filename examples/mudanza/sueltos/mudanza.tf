# From a parking_flota to single resources. Delete this file after the apply.
# Terraform 1.8 or OpenTofu 1.10, and later.

removed {
  from = parking_flota.flota

  lifecycle {
    destroy = false
  }
}

import {
  for_each = local.flota

  to = parking_placa.flota[each.key]
  id = each.key
}

import {
  for_each = local.flota

  to = parking_vehiculo.flota[each.key]
  id = "${data.parking_cliente.sur.id}/${each.key}"
}
