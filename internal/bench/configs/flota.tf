# A parking_flota for each client.

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
  for_each = local.placas

  cliente_id = parking_cliente.flota[each.key].id
  vehiculos  = { for placa in each.value : placa => local.flota[placa] }
}
