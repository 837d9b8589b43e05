# Terraform 1.10 or OpenTofu 1.11, and later.

# Each run asks for it, unless TF_VAR_password is set. It is stored nowhere.
variable "password" {
  type      = string
  sensitive = true
  ephemeral = true
}

# This block only logs in, so it needs no credential. Ask the operator of the service
# for the path.
provider "parking" {
  alias     = "login"
  base_url  = "https://parking.example.com/api"
  endpoints = { login = "/external/login" }
}

ephemeral "parking_token" "sesion" {
  provider = parking.login

  operacion = "login"
  cuerpo = {
    email    = "flota.sur@example.com"
    password = var.password
  }
}

# Everything else uses the token.
provider "parking" {
  base_url   = "https://parking.example.com/api"
  credential = ephemeral.parking_token.sesion.token
}

data "parking_cliente" "propio" {}
