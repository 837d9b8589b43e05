# Keeps the vehicles of one run, and says which of them another run linked anew. An
# assertion of OpenTofu refers to no other run; the variables of a run do, to the last
# one of each module.

terraform {
  required_providers {
    parking = {
      source = "parking-provider/parking" # which the file of the test configures
    }
  }
}

variable "antes" {
  type = map(number)
}

variable "despues" {
  type    = map(number)
  default = {}
}

output "antes" {
  value = var.antes
}

output "de_nuevo" {
  value = [for placa, id in var.antes : placa if lookup(var.despues, placa, id) != id]
}
