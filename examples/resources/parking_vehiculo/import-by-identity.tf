import {
  to = parking_vehiculo.reparto
  identity = {
    cliente_id = 3
    placa      = "AKX0359"
  }
}
