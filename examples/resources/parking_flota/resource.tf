data "parking_cliente" "flota_sur" {
  email = "flota.sur@example.com"
}

resource "parking_flota" "reparto" {
  cliente_id = data.parking_cliente.flota_sur.id

  vehiculos = {
    AKX0359 = { tipo_vehiculo_id = 2, nombre = "Moto 001", electrico = true }
    UXH5184 = { tipo_vehiculo_id = 1 }
  }
}
