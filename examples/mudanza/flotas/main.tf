# The same fleet in two parking_flota.

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

  # The part depends only on the hash of the plate.
  partes = { for placa, v in local.flota : "sur ${parseint(substr(sha256(placa), 0, 8), 16) % 2 + 1}" => placa... }
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
  for_each = local.partes

  cliente_id = parking_cliente.sur.id
  vehiculos  = { for placa in each.value : placa => local.flota[placa] }

  lifecycle {
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${length(self.pendientes)}, the first of them\n${join("\n", [for placa in slice(sort(keys(self.pendientes)), 0, min(5, length(self.pendientes))) : "${placa}: ${self.pendientes[placa]}"])}"
    }
  }
}
