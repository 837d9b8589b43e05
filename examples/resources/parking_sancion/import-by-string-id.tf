import {
  to = parking_sancion.pagada
  id = "5"
}
