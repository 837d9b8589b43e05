import {
  to = parking_cliente.flota_sur
  id = "flota.sur@example.com"
}
