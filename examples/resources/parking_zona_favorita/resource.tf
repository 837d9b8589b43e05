resource "parking_cliente" "flota_sur" {
  email     = "flota.sur@example.com"
  nombre    = "Flota"
  apellidos = "Sur"
  prefijos  = "+593"
  telefono  = "991112233"
  cedula    = "0102030405"
}

resource "parking_zona_favorita" "centro" {
  cliente_id = parking_cliente.flota_sur.id
  zona_id    = 1
  tramo_id   = 3
}
