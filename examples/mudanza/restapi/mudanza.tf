# From a generic REST provider to this one. Delete this file after the apply.
# Terraform 1.7 or OpenTofu 1.10, and later.

removed {
  from = restapi_object.cliente

  lifecycle {
    destroy = false
  }
}

removed {
  from = restapi_object.placa

  lifecycle {
    destroy = false
  }
}

removed {
  from = restapi_object.vehiculo

  lifecycle {
    destroy = false
  }
}

removed {
  from = restapi_object.zona

  lifecycle {
    destroy = false
  }
}

removed {
  from = restapi_object.reserva

  lifecycle {
    destroy = false
  }
}

import {
  to = parking_cliente.reparto
  id = "reparto.centro@example.com"
}

import {
  for_each = local.tipos

  to = parking_placa.flota[each.key]
  id = each.key
}

import {
  for_each = local.tipos

  to = parking_vehiculo.flota[each.key]
  id = "${local.cliente_id}/${each.key}"
}

import {
  to = parking_zona_favorita.centro
  id = "${local.cliente_id}/1"
}

import {
  to = parking_reserva.hoy
  id = "1"
}
