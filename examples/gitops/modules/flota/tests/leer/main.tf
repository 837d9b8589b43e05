# Whether a file can be read as a fleet. A test can expect conditions to fail, and
# no function: what flota_csv refuses is turned into an output here.

terraform {
  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }
}

variable "archivo" {
  type = string
}

output "legible" {
  value = can(provider::parking::flota_csv(file(var.archivo)))
}
