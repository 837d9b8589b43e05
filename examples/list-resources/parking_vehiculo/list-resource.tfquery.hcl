# Terraform 1.14 and later; OpenTofu has no such command.
# A file such as flota.tfquery.hcl, beside the configuration of the provider:
# terraform query -generate-config-out=vehiculos.tf
list "parking_vehiculo" "sur" {
  provider = parking
  limit    = 1000

  config {
    cliente_id = 3
  }
}
