# Fleets of any size from two CSV files. A parking_flota holds up to 1,000 vehicles
# of one client, so the column partes of clientes.csv splits larger fleets.

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
  flota    = provider::parking::flota_csv(file("${path.module}/flota.csv"))

  # The parts of each client's fleet, and their plates. The part depends only on the
  # hash of the plate, so adding or removing a vehicle moves no other vehicle. One
  # part for every 700 vehicles leaves room to grow.
  partes = {
    for placa, v in local.flota :
    "${v.cliente} ${parseint(substr(sha256(placa), 0, 8), 16) % try(local.clientes[v.cliente].partes, 1) + 1}" => placa...
  }
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
  for_each = local.partes

  cliente_id = parking_cliente.flota[local.flota[each.value[0]].cliente].id
  vehiculos  = { for placa in each.value : placa => local.flota[placa] }

  lifecycle {
    precondition {
      condition     = contains(keys(local.clientes), local.flota[each.value[0]].cliente)
      error_message = "flota.csv gives vehicles to ${local.flota[each.value[0]].cliente}, which clientes.csv does not list."
    }
    precondition {
      condition     = length(each.value) <= 1000
      error_message = "Part ${each.key} has ${length(each.value)} vehicles, and at most 1,000 fit. Double the client's partes in clientes.csv: half of its vehicles then stay in their part, and the new parts adopt the others."
    }

    # Fails the run if vehicles are not in place. The next apply tries only those.
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${length(self.pendientes)}, the first of them\n${join("\n", [for placa in slice(sort(keys(self.pendientes)), 0, min(5, length(self.pendientes))) : "${placa}: ${self.pendientes[placa]}"])}"
    }
  }
}

output "resumen" {
  description = "How many vehicles each fleet has on the service."
  value       = { for name, f in parking_flota.flota : name => length([for id in values(f.vehiculo_ids) : id if id != null]) }
}
