# Usually the text comes from a file: flotas_csv(file("${path.module}/flota.csv"))
locals {
  flotas = provider::parking::flotas_csv(<<-CSV
    placa;tipo_vehiculo_id;cliente;nombre;eléctrico
    AKX0359;2;flota.sur@example.com;Moto 001;no
    UXH5184;1;servicios@example.com;"Furgón 002; reserva";sí
  CSV
  )
}

data "parking_cliente" "flota" {
  for_each = local.flotas

  email = each.key
}

resource "parking_flota" "flota" {
  for_each = local.flotas

  cliente_id = data.parking_cliente.flota[each.key].id
  vehiculos  = each.value
}
