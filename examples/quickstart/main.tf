terraform {
  required_providers { parking = { source = "parking-provider/parking" } }
}
provider "parking" {
  sandbox = { database = "parking.db" } # or base_url, with the credential in PARKING_CREDENTIAL
}
data "parking_cliente" "sur" {
  email = "flota.sur@example.com"
}
resource "parking_flota" "sur" {
  cliente_id = data.parking_cliente.sur.id
  vehiculos  = provider::parking::flota_csv(file("flota.csv")) # all of this client; for several: flotas_csv
}
