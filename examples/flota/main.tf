# A fleet of 100 vehicles from two CSV files, with its clients and their favourites.

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
  flota = merge([
    for cliente, vehiculos in local.flotas : { for placa, v in vehiculos : placa => merge(v, { cliente = cliente }) }
  ]...)

  favoritas = merge([
    for email, c in local.clientes : {
      for tramo in compact(split(" ", c.tramos_favoritos)) : "${email} ${tramo}" => { cliente = email, tramo_id = tonumber(tramo) }
    }
  ]...)
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

resource "parking_placa" "flota" {
  for_each = local.flota

  placa            = each.key
  tipo_vehiculo_id = each.value.tipo_vehiculo_id
  electrico        = each.value.electrico
  minusvalido      = each.value.minusvalido
}

resource "parking_vehiculo" "flota" {
  for_each = local.flota

  cliente_id = parking_cliente.flota[each.value.cliente].id
  placa      = parking_placa.flota[each.key].placa # the plate is registered first
  nombre     = each.value.nombre

  lifecycle {
    precondition {
      condition     = contains(keys(local.clientes), each.value.cliente)
      error_message = "flota.csv gives ${each.key} to ${each.value.cliente}, which clientes.csv does not list."
    }
  }
}

resource "parking_zona_favorita" "flota" {
  for_each = local.favoritas

  cliente_id = parking_cliente.flota[each.value.cliente].id
  tramo_id   = each.value.tramo_id
}

output "resumen" {
  description = "What this configuration declares. What was taken out of the files stays on the service, and does not count."
  value = {
    clientes    = length(parking_cliente.flota)
    placas      = length(parking_placa.flota)
    vehiculos   = length(parking_vehiculo.flota)
    favoritas   = length(parking_zona_favorita.flota)
    por_cliente = { for email in keys(local.clientes) : email => length(lookup(local.flotas, email, {})) }
    electricos  = length([for v in local.flota : v if v.electrico])
  }
}
