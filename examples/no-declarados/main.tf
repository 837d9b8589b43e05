# Warns if a client has vehicles that this configuration does not declare.

terraform {
  required_version = ">= 1.5.0" # check blocks

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL for a real service, or
# PARKING_SANDBOX=parking.db for the embedded one.
provider "parking" {}

data "parking_cliente" "norte" {
  email = "flota.norte@example.com"
}

resource "parking_flota" "norte" {
  cliente_id = data.parking_cliente.norte.id

  vehiculos = {
    AKX0359 = { tipo_vehiculo_id = 2, nombre = "Moto 001", electrico = true }
    UXH5184 = { tipo_vehiculo_id = 1 }
  }
}

resource "parking_placa" "van" {
  placa            = "LUF-0442"
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "van" {
  cliente_id = data.parking_cliente.norte.id
  placa      = parking_placa.van.placa
}

# Sends one request for every 15 vehicles of the client, in the plan only.
data "parking_vehiculos" "norte" {
  cliente_id = data.parking_cliente.norte.id
}

locals {
  # Compared without case, blanks and hyphens: the service may spell a plate differently.
  declarados    = [for placa in concat(keys(parking_flota.norte.vehiculos), [parking_vehiculo.van.placa]) : upper(replace(placa, "/[\\s-]/", ""))]
  en_servicio   = { for v in data.parking_vehiculos.norte.vehiculos : upper(replace(v.placa, "/[\\s-]/", "")) => v.placa... if v.placa != null }
  no_declarados = sort(flatten([for placa in setsubtract(keys(local.en_servicio), local.declarados) : local.en_servicio[placa]]))
}

check "no_declarados" {
  assert {
    condition     = length(local.no_declarados) == 0
    error_message = "This configuration does not declare these vehicles of client ${data.parking_cliente.norte.id}: ${join(", ", local.no_declarados)}."
  }
}
