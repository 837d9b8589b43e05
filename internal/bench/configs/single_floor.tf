# As many resources as single.tf has, with the same values, that cost nothing.

locals {
  clientes = { for c in csvdecode(file("${path.module}/clientes.csv")) : c.email => c }
  flota    = { for v in csvdecode(file("${path.module}/flota.csv")) : v.placa => v }
}

resource "terraform_data" "cliente" {
  for_each = local.clientes
  input    = each.value
}

resource "terraform_data" "placa" {
  for_each = local.flota

  input = {
    placa            = each.key
    tipo_vehiculo_id = each.value.tipo_vehiculo_id
    electrico        = each.value.electrico
  }
}

resource "terraform_data" "vehiculo" {
  for_each = local.flota

  input = {
    cliente = terraform_data.cliente[each.value.cliente].output.email
    placa   = terraform_data.placa[each.key].output.placa
    nombre  = each.value.nombre
  }
}
