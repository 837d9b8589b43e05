terraform {
  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

# The credential comes from the environment variable PARKING_CREDENTIAL.
provider "parking" {
  base_url        = "https://parking.example.com/api"
  request_timeout = "30s"
}

data "parking_tipo_vehiculo" "moto" {
  nombre = "Motocicleta"
}
