locals {
  entrega = provider::parking::minutos(45)            # 50
  jornada = provider::parking::minutos(8 * 60 + 12.5) # 500
}

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
  minutos     = local.entrega
}

output "minutos" {
  value = [local.entrega, local.jornada] # [50, 500]
}
