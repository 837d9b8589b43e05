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

data "parking_cliente" "sur" {
  email = "flota.sur@example.com"
}

resource "parking_flota" "flota" {
  cliente_id = data.parking_cliente.sur.id
  vehiculos  = local.flota
}
