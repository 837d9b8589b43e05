import {
  to = parking_reserva.entrega
  id = "1"
}
