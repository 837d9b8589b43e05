# Usually the text comes from a file: flota_csv(file("${path.module}/flota.csv"))
locals {
  flota = provider::parking::flota_csv(<<-CSV
    Matrícula;Tipo vehículo;Nombre;Eléctrico
    AKX0359;Motocicleta;Moto 001;no
    UXH5184;Furgonetas;"Furgón 002; reserva";sí
  CSV
  , data.parking_tipos_vehiculo.todos.ids)
}

data "parking_tipos_vehiculo" "todos" {}

data "parking_cliente" "sur" {
  email = "flota.sur@example.com"
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

  cliente_id = data.parking_cliente.sur.id
  placa      = parking_placa.flota[each.key].placa # the plate is registered first
  nombre     = each.value.nombre
}

output "electricos" {
  value = [for placa, v in local.flota : placa if v.electrico] # ["UXH5184"]
}
