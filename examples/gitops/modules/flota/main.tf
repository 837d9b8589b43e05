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
  flota  = provider::parking::flota_csv(file(var.archivo))
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
  cliente_id     = parking_cliente.flota.id
  vehiculos      = local.flota
  max_pendientes = var.max_pendientes
}
