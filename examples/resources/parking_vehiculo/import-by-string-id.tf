import {
  to = parking_vehiculo.reparto
  id = "3/AKX0359"
}
