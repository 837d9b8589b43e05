# A parking_flota for each client of a CSV file.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL for a real service, or
# PARKING_SANDBOX=try.db for the embedded one.
provider "parking" {}

locals {
  flotas = provider::parking::flotas_csv(file("${path.module}/flota.csv"))
}

# The plan fails for an address that the service does not know.
data "parking_cliente" "flota" {
  for_each = local.flotas

  email = each.key
}

resource "parking_flota" "flota" {
  for_each = local.flotas

  cliente_id = data.parking_cliente.flota[each.key].id
  vehiculos  = each.value
}
