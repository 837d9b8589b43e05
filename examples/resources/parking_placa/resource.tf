data "parking_tipo_vehiculo" "moto" {
  nombre = "Motocicleta"
}

resource "parking_placa" "reparto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = data.parking_tipo_vehiculo.moto.id
  electrico        = true
}
