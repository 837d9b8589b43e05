terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }

  # One state for each client, all in the database of PG_CONN_STR.
  backend "pg" {
    schema_name = "reparto-centro"
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL in the environment.
provider "parking" {}

module "flota" {
  source = "../../modules/flota"

  nombre = "reparto-centro"
  cliente = {
    email     = "reparto.centro@example.com"
    nombre    = "Reparto Centro"
    apellidos = "Municipal"
    prefijos  = "+593"
    telefono  = "022000001"
    cedula    = "0100000001"
  }
  archivo = "${path.module}/flota.csv"
}

output "resumen" {
  description = "How many declared vehicles are linked to the client. Those that were taken out of the file stay linked, and do not count."
  value       = module.flota.resumen
}

output "no_declarados" {
  description = "Plates of the client's vehicles that flota.csv does not declare."
  value       = module.flota.no_declarados
}
