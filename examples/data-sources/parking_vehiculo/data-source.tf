resource "parking_placa" "furgon" {
  placa            = "XKQ3057"
  tipo_vehiculo_id = 3
}

resource "parking_vehiculo" "furgon" {
  cliente_id = 2
  placa      = parking_placa.furgon.placa
}

# Look it up by its identifier, or by client and plate.
data "parking_vehiculo" "por_id" {
  id = parking_vehiculo.furgon.id
}

data "parking_vehiculo" "por_placa" {
  cliente_id = 2
  placa      = parking_vehiculo.furgon.placa
}

output "activado" {
  value = data.parking_vehiculo.por_placa.activado
}
