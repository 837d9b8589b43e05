reservas = {
  entrega  = { tramo_id = 5, minutos = 25 } # 30 are booked
  recogida = { tramo_id = 9, minutos = 20 }
}
