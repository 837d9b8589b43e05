import {
  to = parking_zona_favorita.centro
  id = "3/1"
}
