# The fleet of one client, from a CSV file.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

locals {
  flota = provider::parking::flota_csv(file(var.archivo))

  # The part depends only on the hash of the plate, so adding or removing a vehicle
  # moves no other vehicle.
  partes = {
    for placa in keys(local.flota) : tostring(parseint(substr(sha256(placa), 0, 8), 16) % var.partes + 1) => placa...
  }

  ajenos = [for placa, v in local.flota : placa if v.cliente != var.nombre]
}

resource "parking_cliente" "flota" {
  email     = var.cliente.email
  nombre    = var.cliente.nombre
  apellidos = var.cliente.apellidos
  prefijos  = var.cliente.prefijos
  telefono  = var.cliente.telefono
  cedula    = var.cliente.cedula

  lifecycle {
    precondition {
      condition     = length(local.ajenos) == 0
      error_message = "The column cliente of the CSV file must say ${var.nombre} on every line, and says otherwise for ${length(local.ajenos)} vehicles, the first of them ${join(", ", slice(local.ajenos, 0, min(3, length(local.ajenos))))}. Is it the file of another client?"
    }
  }
}

resource "parking_flota" "flota" {
  for_each = local.partes

  cliente_id = parking_cliente.flota.id
  vehiculos  = { for placa in each.value : placa => local.flota[placa] }

  lifecycle {
    precondition {
      condition     = length(each.value) <= 1000
      error_message = "Part ${each.key} of ${var.nombre} has ${length(each.value)} vehicles, and at most 1,000 fit. Double partes: half of the vehicles then stay in their part."
    }

    # Fails the run if vehicles are not in place. The next apply tries only those.
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${length(self.pendientes)}, the first of them\n${join("\n", [for placa in slice(sort(keys(self.pendientes)), 0, min(5, length(self.pendientes))) : "${placa}: ${self.pendientes[placa]}"])}"
    }
  }
}
