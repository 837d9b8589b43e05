# A parking_flota for each client and 1,000 vehicles.

terraform {
  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

provider "parking" {}

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flota    = provider::parking::flota_csv(file("${path.module}/flota.csv"))
  placas   = { for placa, v in local.flota : v.cliente => placa... }
  partes = merge([
    for cliente, placas in local.placas : {
      for n, parte in chunklist(sort(placas), 1000) : "${cliente} ${n + 1}" => { cliente = cliente, placas = parte }
    }
  ]...)
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

  cliente_id = parking_cliente.flota[each.value.cliente].id
  vehiculos  = { for placa in each.value.placas : placa => local.flota[placa] }

  lifecycle {
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${length(self.pendientes)}, the first of them\n${join("\n", [for placa in slice(sort(keys(self.pendientes)), 0, min(5, length(self.pendientes))) : "${placa}: ${self.pendientes[placa]}"])}"
    }
  }
}
