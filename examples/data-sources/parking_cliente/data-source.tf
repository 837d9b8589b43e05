data "parking_cliente" "norte" {
  email = "flota.norte@example.com"
}

# The client that the credential belongs to.
data "parking_cliente" "propio" {}

output "clientes" {
  value = [data.parking_cliente.norte.id, data.parking_cliente.propio.id]
}
