# Terraform 1.10 or OpenTofu 1.11, and later.

# Asked for by each run, or set with TF_VAR_password; written nowhere.
variable "password" {
  type      = string
  sensitive = true
  ephemeral = true
}

# Only logs in, so it needs no credential. The operator of the service knows the path.
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

# Everything else is done with the token.
provider "parking" {
  base_url   = "https://parking.example.com/api"
  credential = ephemeral.parking_token.sesion.token
}

data "parking_cliente" "propio" {}
