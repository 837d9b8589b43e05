# A parking_flota for each client, from two CSV files.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL for a real service, or
# PARKING_SANDBOX=parking.db for the embedded one.
provider "parking" {}

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flotas   = provider::parking::flotas_csv(file("${path.module}/flota.csv")) # the vehicles of each client
}

# The clients exist already. An import shows in the plan what the file would change of them.
import {
  for_each = local.clientes
  to       = parking_cliente.flota[each.key]
  id       = each.key
}

resource "parking_cliente" "flota" {
  for_each = local.clientes

  email     = each.key
  nombre    = each.value.nombre
  apellidos = each.value.apellidos
  prefijos  = each.value.prefijos
  telefono  = each.value.telefono
  cedula    = each.value.cedula
}

resource "parking_flota" "flota" {
  for_each = local.flotas

  cliente_id = parking_cliente.flota[each.key].id
  vehiculos  = each.value

  lifecycle {
    precondition {
      condition     = contains(keys(local.clientes), each.key)
      error_message = "flota.csv gives vehicles to ${each.key}, which clientes.csv does not list."
    }
  }
}

output "resumen" {
  description = "How many declared vehicles are linked to each client. Those that were taken out of the file stay linked, and do not count."
  value       = { for cliente, f in parking_flota.flota : cliente => length([for id in values(f.vehiculo_ids) : id if id != null]) }
}
