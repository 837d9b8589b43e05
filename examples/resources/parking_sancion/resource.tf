resource "parking_sancion" "pagada" {
  sancion_id    = 5
  observaciones = "Pagada por la empresa"

  pago = {
    pago_tipo   = 1
    pago_codigo = "TX-2024-0005"
  }
}
