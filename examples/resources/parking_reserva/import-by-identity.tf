import {
  to = parking_reserva.entrega
  identity = {
    id = 1
  }
}
