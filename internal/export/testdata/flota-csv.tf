# What client 12 has on the parking service, written by terraform-provider-parking export.

resource "parking_flota" "cliente_12" {
  cliente_id = 12
  vehiculos  = provider::parking::flota_csv(file("${path.module}/cliente_12.csv"))
}

resource "parking_zona_favorita" "f_7" {
  cliente_id = 12
  zona_id    = 3
  celda_id   = 9
}

# Imports what client 12 has. Nothing needs this file once it was applied.

import {
  to = parking_flota.cliente_12
  id = "12"
}

import {
  to = parking_zona_favorita.f_7
  id = "12/7"
}
