data "parking_tipo_vehiculo" "moto" {
  nombre = "Motocicleta"
}

resource "parking_placa" "moto" {
  placa            = "XKQ3054"
  tipo_vehiculo_id = data.parking_tipo_vehiculo.moto.id
}
