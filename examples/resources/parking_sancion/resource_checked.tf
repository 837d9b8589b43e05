# Closes a sanction and pays it once.
resource "parking_sancion" "pagada" {
  sancion_id    = 5
  observaciones = "Pagada por la empresa"

  pago = {
    pago_tipo   = 1
    pago_codigo = "TX-2024-0005"
    cliente_id  = 3
  }

  lifecycle {
    # If the answer to the payment is lost, that is only a warning. This makes the run fail.
    postcondition {
      condition     = self.pagada == true
      error_message = "Sanction ${self.sancion_id} is closed, and it is not known whether it is paid; no later run pays it again."
    }
  }
}

# Only closes it. You can add a payment later, but not change it afterwards.
resource "parking_sancion" "cerrada" {
  sancion_id = 6
}

# datos has the sanction's record, if the service returns it.
output "importe" {
  value = try(parking_sancion.pagada.datos.importe, null)
}
