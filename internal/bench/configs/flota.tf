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
  flotas   = provider::parking::flotas_csv(file("${path.module}/flota.csv"))
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
}
