import {
  to = parking_flota.reparto
  identity = {
    cliente_id = 3
  }
}
