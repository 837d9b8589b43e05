import {
  to = parking_flota.reparto
  id = "3"
}
