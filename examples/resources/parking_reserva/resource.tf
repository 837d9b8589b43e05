resource "parking_placa" "reparto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
}

resource "parking_vehiculo" "reparto" {
  cliente_id = 3
  placa      = parking_placa.reparto.placa
}

resource "parking_reserva" "entrega" {
  tramo_id    = 5
  vehiculo_id = parking_vehiculo.reparto.id
  minutos     = 50 # raise it to extend
}
