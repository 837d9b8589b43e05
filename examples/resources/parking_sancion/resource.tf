# Closes a sanction and pays it, once.
resource "parking_sancion" "pagada" {
  sancion_id    = 5
  observaciones = "Pagada por la empresa"

  pago = {
    pago_tipo   = 1
    pago_codigo = "TX-2024-0005"
    cliente_id  = 3
  }
}

# Only closes it. A payment can be added later, and is then fixed.
resource "parking_sancion" "cerrada" {
  sancion_id = 6
}

# Known without a read where the service answers with the sanction's record.
output "importe" {
  value = try(parking_sancion.pagada.datos.importe, null)
}
