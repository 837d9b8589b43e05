# The same fleet as single resources, two for each vehicle.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

provider "parking" {}

locals {
  flota = provider::parking::flota_csv(file("${path.module}/../flota.csv"))
}

data "parking_cliente" "sur" {
  email = "flota.sur@example.com"
}

resource "parking_placa" "flota" {
  for_each = local.flota

  placa            = each.key
  tipo_vehiculo_id = each.value.tipo_vehiculo_id
  electrico        = each.value.electrico
  minusvalido      = each.value.minusvalido
}

resource "parking_vehiculo" "flota" {
  for_each = local.flota

  cliente_id = data.parking_cliente.sur.id
  placa      = parking_placa.flota[each.key].placa # the plate is registered first
  nombre     = each.value.nombre
}
