resource "parking_placa" "furgon" {
  placa            = "XKQ3056"
  tipo_vehiculo_id = 3
}

# Without the resource, write the plate itself.
data "parking_placa" "furgon" {
  placa = parking_placa.furgon.placa
}

output "sancionable" {
  value = data.parking_placa.furgon.sancionable
}
