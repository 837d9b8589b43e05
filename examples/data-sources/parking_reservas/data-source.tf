data "parking_reservas" "norte" {
  # Query parameters that the operator of the service documents:
  parametros = { cliente_id = 2 }
}

output "total" {
  value = sum(concat([0], [for reserva in data.parking_reservas.norte.datos : try(reserva.precio, 0)]))
}
