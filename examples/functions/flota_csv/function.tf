# Usually the text comes from a file: flota_csv(file("${path.module}/flota.csv"))
locals {
  flota = provider::parking::flota_csv(<<-CSV
    placa;tipo_vehiculo_id;cliente;nombre;eléctrico
    AKX0359;2;flota.sur@example.com;Moto 001;no
    UXH5184;1;servicios@example.com;"Furgón 002; reserva";sí
  CSV
  )
}

data "parking_cliente" "flota" {
  for_each = toset([for v in local.flota : v.cliente])

  email = each.key
}

resource "parking_placa" "flota" {
  for_each = local.flota

  placa            = each.key
  tipo_vehiculo_id = each.value.tipo_vehiculo_id
  electrico        = each.value.electrico
  minusvalido      = each.value.minusvalido
}

resource "parking_vehiculo" "flota" {
  for_each = local.flota

  cliente_id = data.parking_cliente.flota[each.value.cliente].id
  placa      = parking_placa.flota[each.key].placa # the plate is registered first
  nombre     = each.value.nombre
}

output "electricos" {
  value = [for placa, v in local.flota : placa if v.electrico] # ["UXH5184"]
}
