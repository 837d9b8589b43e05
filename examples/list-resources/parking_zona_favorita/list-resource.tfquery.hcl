# Terraform 1.14 and later; OpenTofu has no such command.
# A file such as favoritas.tfquery.hcl, beside the configuration of the provider:
# terraform query -generate-config-out=favoritas.tf
list "parking_zona_favorita" "sur" {
  provider = parking

  config {
    cliente_id = 3
  }
}
