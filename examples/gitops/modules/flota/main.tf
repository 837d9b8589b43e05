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

  # Compared without case, blanks and hyphens: the service may spell a plate differently.
  declarados  = [for placa in keys(local.flota) : upper(replace(placa, "/[\\s-]/", ""))]
  listados    = flatten(data.parking_vehiculos.flota[*].vehiculos)
  en_servicio = { for v in local.listados : upper(replace(v.placa, "/[\\s-]/", "")) => v.placa... if v.placa != null }
}

resource "parking_cliente" "flota" {
  email     = var.personal.email
  nombre    = var.cliente.nombre
  apellidos = var.cliente.apellidos
  prefijos  = var.cliente.prefijos
  telefono  = var.personal.telefono
  cedula    = var.personal.cedula

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

data "parking_vehiculos" "flota" {
  count      = var.listar_no_declarados ? 1 : 0
  cliente_id = parking_cliente.flota.id
}
