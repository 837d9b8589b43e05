data "parking_cliente" "norte" {
  email = "flota.norte@example.com"
}

data "parking_vehiculos" "norte" {
  cliente_id = data.parking_cliente.norte.id
}

output "placas" {
  value = [for vehiculo in data.parking_vehiculos.norte.vehiculos : vehiculo.placa if vehiculo.activado]
}
