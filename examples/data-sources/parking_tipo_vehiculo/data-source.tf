data "parking_tipo_vehiculo" "moto" {
  nombre = "Motocicleta"
}

resource "parking_placa" "moto" {
  placa            = "MTB0412"
  tipo_vehiculo_id = data.parking_tipo_vehiculo.moto.id
}
