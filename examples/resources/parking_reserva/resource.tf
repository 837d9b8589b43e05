data "parking_cliente" "flota_sur" {
  email = "flota.sur@example.com"
}

resource "parking_placa" "reparto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
}

resource "parking_vehiculo" "reparto" {
  cliente_id = data.parking_cliente.flota_sur.id
  placa      = parking_placa.reparto.placa
  nombre     = "Moto 001"
}

resource "parking_reserva" "entrega" {
  tramo_id    = 5
  vehiculo_id = parking_vehiculo.reparto.id
  minutos     = provider::parking::minutos(45) # 50; raise it to extend

  pago = {
    pago_tipo   = 1
    pago_codigo = "TX-2026-000117"
  }

  lifecycle {
    # A failed payment is only a warning. This makes the run fail.
    postcondition {
      condition     = self.pagada
      error_message = "Reservation ${self.id} is booked and not paid; the next apply pays it."
    }
  }
}
