# Tells whether flota_csv accepts a file. expect_failures accepts conditions only, so
# this turns the function's error into an output.

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
