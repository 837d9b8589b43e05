reservas = {
  entrega  = { tramo_id = 5, minutos = 60 }
  recogida = { tramo_id = 9, minutos = 20 }
}
