# As many resources as flota.tf has, with the same values, that cost nothing.

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flota    = { for v in csvdecode(file("${path.module}/flota.csv")) : v.placa => v }
  placas   = { for placa, v in local.flota : v.cliente => placa... }
}

resource "terraform_data" "cliente" {
  for_each = local.clientes
  input    = each.value
}

resource "terraform_data" "flota" {
  for_each = local.placas

  input = {
    cliente   = terraform_data.cliente[each.key].output.email
    vehiculos = { for placa in each.value : placa => local.flota[placa] }
  }
}
