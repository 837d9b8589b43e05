data "parking_tramo_precios_estacionar" "centro" {
  tramo_id   = 3
  parametros = { tipo_vehiculo_id = 1 }
}

# datos has all fields that the service returns.
output "precio_de_una_hora" {
  value = one([for precio in data.parking_tramo_precios_estacionar.centro.datos : precio.precio if precio.minutos == 60])
}
