# The same fleet as one parking_flota.

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

resource "parking_cliente" "sur" {
  email     = "flota.sur@example.com"
  nombre    = "Flota"
  apellidos = "Sur"
  prefijos  = "+593"
  telefono  = "990000003"
  cedula    = "0100000003"
}

resource "parking_flota" "flota" {
  cliente_id = parking_cliente.sur.id
  vehiculos  = local.flota
}
