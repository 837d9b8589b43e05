# As many resources as flota.tf has, with the same values, that cost nothing.

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flota    = { for v in csvdecode(file("${path.module}/flota.csv")) : v.placa => v }
  placas   = { for placa, v in local.flota : v.cliente => placa... }
  partes = merge([
    for cliente, placas in local.placas : {
      for n, parte in chunklist(sort(placas), 1000) : "${cliente} ${n + 1}" => { cliente = cliente, placas = parte }
    }
  ]...)
}

resource "terraform_data" "cliente" {
  for_each = local.clientes
  input    = each.value
}

resource "terraform_data" "flota" {
  for_each = local.partes

  input = {
    cliente   = terraform_data.cliente[each.value.cliente].output.email
    vehiculos = { for placa in each.value.placas : placa => local.flota[placa] }
  }
}
