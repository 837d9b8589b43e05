# Terraform 1.14 and later; OpenTofu has no actions.
# terraform apply -invoke=action.parking_sancion_cerrar.revisada

action "parking_sancion_cerrar" "revisada" {
  config {
    sancion_id    = 3
    observaciones = "Revisada en oficina"
  }
}
