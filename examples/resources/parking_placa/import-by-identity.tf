import {
  to = parking_placa.reparto
  identity = {
    placa = "AKX0359"
  }
}
