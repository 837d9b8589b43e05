data "parking_cliente" "flota_sur" {
  email = "flota.sur@example.com"
}

resource "parking_placa" "reparto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
}

resource "parking_vehiculo" "reparto" {
  cliente_id = data.parking_cliente.flota_sur.id
  placa      = parking_placa.reparto.placa # the plate is registered first
  nombre     = "Moto 001"
}
