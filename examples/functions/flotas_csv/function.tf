# Usually the text comes from a file: flotas_csv(file("${path.module}/flota.csv"))
locals {
  flotas = provider::parking::flotas_csv(<<-CSV
    placa;tipo_vehiculo;cliente;nombre;eléctrico
    AKX0359;Motocicleta;flota.sur@example.com;Moto 001;no
    UXH5184;Turismo;servicios@example.com;"Turismo 002; reserva";sí
  CSV
  , merge(data.parking_tipos_vehiculo.todos.ids, { Turismo = 1 })) # with a word of your own
}

data "parking_tipos_vehiculo" "todos" {}

data "parking_cliente" "flota" {
  for_each = local.flotas

  email = each.key
}

resource "parking_flota" "flota" {
  for_each = local.flotas

  cliente_id = data.parking_cliente.flota[each.key].id
  vehiculos  = each.value
}
