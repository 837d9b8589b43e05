locals {
  flota = provider::parking::flota_csv(<<-CSV
    placa;tipo_vehiculo_id;cliente;nombre;eléctrico
    AKX0359;2;flota.sur@example.com;Moto 001;no
    UXH5184;1;servicios@example.com;"Furgón 002; reserva";sí
  CSV
  )
}

resource "parking_placa" "flota" {
  for_each = local.flota

  placa            = each.key
  tipo_vehiculo_id = each.value.tipo_vehiculo_id
  electrico        = each.value.electrico
  minusvalido      = each.value.minusvalido
}
