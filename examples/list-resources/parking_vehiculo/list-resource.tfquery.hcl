# Terraform 1.14 and later; OpenTofu has no such command.
# Save this as flota.tfquery.hcl, next to the provider block, and run
# terraform query -generate-config-out=vehiculos.tf
list "parking_vehiculo" "sur" {
  provider = parking
  limit    = 1000

  config {
    cliente_id = 3
  }
}
