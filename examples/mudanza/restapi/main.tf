# The objects of a generic REST provider, declared for this one with the same keys.

terraform {
  required_version = ">= 1.7.0" # removed blocks

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }

    restapi = { # Delete it after the apply.
      source = "Mastercard/restapi"
    }
  }
}

provider "parking" {}

provider "restapi" { # Delete it after the apply.
  uri = "https://parking.example.com/api"
}

locals {
  cliente_id = 1
  tipos      = { AKX0359 = 1, UXH5184 = 2 } # the for_each of the old resources
}

resource "parking_cliente" "reparto" {
  email     = "reparto.centro@example.com"
  nombre    = "Reparto Centro"
  apellidos = "Municipal"
  prefijos  = "+593"
  telefono  = "022000001"
  cedula    = "0100000001"
}

resource "parking_placa" "flota" {
  for_each = local.tipos

  placa            = each.key
  tipo_vehiculo_id = each.value
  electrico        = true
}

resource "parking_vehiculo" "flota" {
  for_each = local.tipos

  cliente_id = local.cliente_id
  placa      = parking_placa.flota[each.key].placa
  nombre     = "Furgón ${each.key}"
}

resource "parking_zona_favorita" "centro" {
  cliente_id = local.cliente_id
  tramo_id   = 3
}

resource "parking_reserva" "hoy" {
  tramo_id    = 2
  vehiculo_id = parking_vehiculo.flota["AKX0359"].id
  minutos     = 60
}
