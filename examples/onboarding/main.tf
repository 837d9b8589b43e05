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

data "parking_tipos_vehiculo" "todos" {}

locals {
  # The file says "Furgoneta", and the service knows its number. A word of your own: merge(data.parking_tipos_vehiculo.todos.ids, { Turismo = 1 })
  flotas = provider::parking::flotas_csv(file("${path.module}/flota.csv"), data.parking_tipos_vehiculo.todos.ids)
}

# The plan fails for an address that the service does not know. A file with the column cliente_id needs no such look-up.
data "parking_cliente" "flota" {
  for_each = toset([for cliente in keys(local.flotas) : cliente if strcontains(cliente, "@")])

  email = each.key
}

resource "parking_flota" "flota" {
  for_each = local.flotas

  cliente_id = try(data.parking_cliente.flota[each.key].id, each.key)
  vehiculos  = each.value
}
