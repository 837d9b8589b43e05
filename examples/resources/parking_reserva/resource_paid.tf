# Booked and paid. A lost answer and a rejected payment are only warnings, which the postconditions make errors.
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
    postcondition {
      condition     = self.id != null
      error_message = "It is not known whether the reservation is booked; no later run books it again."
    }
    postcondition {
      condition     = self.pagada == true
      error_message = "The reservation is not paid, or that is not known."
    }
  }
}
