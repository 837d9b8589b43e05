# A fleet for each owner in flota.csv, in one state.

terraform {
  required_version = ">= 1.10.0" # locks of the S3 backend without a database

  required_providers {
    parking = {
      source = "parking-provider/parking"
    }
  }

  # Any backend with locks. For GitLab, whose own needs no settings: backend "http" {}
  backend "s3" {
    bucket       = "parking-state"
    key          = "flotas.tfstate"
    region       = "us-east-1"
    use_lockfile = true
  }
}

# Set PARKING_BASE_URL and PARKING_CREDENTIAL in the environment.
provider "parking" {}

# The column cliente_id names the owner: an e-mail address does not belong in a pull request.
resource "parking_flota" "flota" {
  for_each = provider::parking::flotas_csv(file("${path.module}/flota.csv"))

  cliente_id = each.key
  vehiculos  = each.value
}
