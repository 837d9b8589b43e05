import {
  to = parking_cliente.flota_sur
  identity = {
    email = "flota.sur@example.com"
  }
}
