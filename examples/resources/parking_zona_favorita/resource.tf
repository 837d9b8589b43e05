data "parking_cliente" "flota_sur" {
  email = "flota.sur@example.com"
}

resource "parking_zona_favorita" "centro" {
  cliente_id = data.parking_cliente.flota_sur.id
  zona_id    = 1
  tramo_id   = 3
}
