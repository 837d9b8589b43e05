# Terraform 1.14 and later; OpenTofu has no actions.
# terraform apply -invoke=action.parking_sancion_iniciar.sin_tique

action "parking_sancion_iniciar" "sin_tique" {
  config {
    placa         = "VBR-0101"
    tramo_id      = 3
    observaciones = "Sin tique visible"
  }
}
