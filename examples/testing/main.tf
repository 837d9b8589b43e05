# A module to test: the fleet of one client.

terraform {
  required_version = ">= 1.8.0" # provider functions

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

variable "cliente_id" {
  description = "Identifier of the client."
  type        = number
}

variable "archivo" {
  description = "Path of the fleet's CSV file."
  type        = string

  validation {
    condition     = length(provider::parking::flota_csv(file(var.archivo))) > 0
    error_message = "The file has no vehicle."
  }
}

variable "max_pendientes" {
  description = "How many vehicles may be not in place without failing the run."
  type        = number
  default     = 0
}

resource "parking_flota" "flota" {
  cliente_id     = var.cliente_id
  vehiculos      = provider::parking::flota_csv(file(var.archivo))
  max_pendientes = var.max_pendientes
}

output "vehiculo_ids" {
  description = "Identifiers of the vehicles, keyed by plate; null for one that is not linked."
  value       = parking_flota.flota.vehiculo_ids
}

output "pendientes" {
  description = "Why vehicles are not in place, keyed by plate."
  value       = parking_flota.flota.pendientes
}
