# Terraform 1.14 and later; OpenTofu has no actions.

# A new resolution closes the sanction, then pays it.
resource "terraform_data" "resolucion" {
  input = "2026-11"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.parking_sancion_cerrar.resuelta, action.parking_sancion_pagar.resuelta]
    }
  }
}

action "parking_sancion_cerrar" "resuelta" {
  config {
    sancion_id = 5
  }
}

# The same code pays only once. Invoked again, the action does nothing if the provider
# block sets endpoints.sanciones, and is an error otherwise.
action "parking_sancion_pagar" "resuelta" {
  config {
    sancion_id  = 5
    pago_tipo   = 1
    pago_codigo = "TX-2026-000119"
    cliente_id  = 3
  }
}
