reservas = {
  entrega = { tramo_id = 5, minutos = 60, pago_codigo = "TX-2026-000501" }
}
