import {
  to = parking_placa.reparto
  id = "AKX0359"
}
