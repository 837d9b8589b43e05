import {
  to = parking_sancion.pagada
  identity = {
    sancion_id = 5
  }
}
