# A resource for each plate and each vehicle, as examples/flota has them.

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
  flota = merge([
    for cliente, vehiculos in provider::parking::flotas_csv(file("${path.module}/flota.csv")) :
    { for placa, v in vehiculos : placa => merge(v, { cliente = cliente }) }
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

resource "parking_placa" "flota" {
  for_each = local.flota

  placa            = each.key
  tipo_vehiculo_id = each.value.tipo_vehiculo_id
  electrico        = each.value.electrico
}

resource "parking_vehiculo" "flota" {
  for_each = local.flota

  cliente_id = parking_cliente.flota[each.value.cliente].id
  placa      = parking_placa.flota[each.key].placa
  nombre     = each.value.nombre
}
