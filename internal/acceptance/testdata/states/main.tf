# One of each resource, in an order that gives each run the same identifiers.

terraform {
  required_providers {
    parking = { source = "parking-provider/parking" }
  }
}

provider "parking" {
  endpoints      = { sanciones = "/external/sanciones" }
  overwrite_existing = true
}

resource "parking_cliente" "sur" {
  email     = "flota.sur@example.com"
  nombre    = "Flota"
  apellidos = "Sur"
  prefijos  = "+593"
  telefono  = "991112233"
  cedula    = "0102030405"
}

resource "parking_placa" "moto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
  electrico        = true
  timeouts         = { create = "5m" }
}

resource "parking_vehiculo" "moto" {
  cliente_id = parking_cliente.sur.id
  placa      = parking_placa.moto.placa
  nombre     = "Moto 001"
}

resource "parking_flota" "sur" {
  cliente_id = parking_vehiculo.moto.cliente_id
  vehiculos = {
    UXH5184 = { tipo_vehiculo_id = 1, nombre = "Furgón 002", electrico = true, minusvalido = null }
    UXH5185 = { tipo_vehiculo_id = 1, nombre = null, electrico = null, minusvalido = false }
  }
}

resource "parking_zona_favorita" "centro" {
  cliente_id = parking_cliente.sur.id
  zona_id    = 1
  tramo_id   = 3
}

resource "parking_reserva" "entrega" {
  tramo_id    = 5
  vehiculo_id = parking_vehiculo.moto.id
  minutos     = 50
  pago        = { pago_tipo = 1, pago_codigo = "TX-2026-000117" }
}

resource "parking_sancion" "pagada" {
  sancion_id    = 5
  observaciones = "Pagada por la empresa"
  pago          = { pago_tipo = 1, pago_codigo = "TX-2026-0005", cliente_id = 3 }
}
