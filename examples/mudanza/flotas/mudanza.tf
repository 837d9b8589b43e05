# From single resources to a parking_flota. Delete this file after the apply.
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
  to = parking_flota.flota
  id = "${data.parking_cliente.sur.id}/${join(",", keys(local.flota))}"
}
