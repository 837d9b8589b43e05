data "parking_tramos_cercanos" "deposito" {
  latitud  = -2.8928
  longitud = -79.0013

  # Further query parameters that the operator of the service documents:
  parametros = { radio = 300 }
}

output "mas_cercano" {
  value = try(data.parking_tramos_cercanos.deposito.tramos[0].direccion, "no section within 300 m")
}
