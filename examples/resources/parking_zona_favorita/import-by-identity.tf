import {
  to = parking_zona_favorita.centro
  identity = {
    cliente_id = 3
    id         = 1
  }
}
