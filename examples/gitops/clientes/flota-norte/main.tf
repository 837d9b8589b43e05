terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }

  # In the database of PG_CONN_STR, where postgres/cliente.sql made a schema for each client.
  backend "pg" {
    schema_name          = "flota-norte"
    skip_schema_creation = true
    skip_table_creation  = true
    skip_index_creation  = true
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL in the environment.
provider "parking" {}

variable "personal" {
  description = "Personal data of the client. Set TF_VAR_personal to it as JSON, from a secret."
  sensitive   = true
  type = object({
    email    = string
    telefono = string
    cedula   = string
  })
}

module "flota" {
  source = "../../modules/flota"

  nombre = "flota-norte"
  cliente = {
    nombre    = "Flota Norte"
    apellidos = "Transportes"
    prefijos  = "+593"
  }
  personal = var.personal
  archivo  = "${path.module}/flota.csv"

  listar_no_declarados = true # every plan then sends one request for every 15 vehicles
}

output "resumen" {
  description = "How many declared vehicles are linked to the client. Those that were taken out of the file stay linked, and do not count."
  value       = module.flota.resumen
}

output "no_declarados" {
  description = "Plates of the client's vehicles that flota.csv does not declare."
  value       = module.flota.no_declarados
}
