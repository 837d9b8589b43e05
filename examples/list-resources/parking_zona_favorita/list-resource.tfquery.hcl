# Terraform 1.14 and later; OpenTofu has no such command.
# Save this as favoritas.tfquery.hcl, next to the provider block, and run
# terraform query -generate-config-out=favoritas.tf
list "parking_zona_favorita" "sur" {
  provider = parking

  config {
    cliente_id = 3
  }
}
