resource "parking_placa" "furgon" {
  placa            = "XKQ3056"
  tipo_vehiculo_id = 3
}

# In a configuration of its own the plate is written out.
data "parking_placa" "furgon" {
  placa = parking_placa.furgon.placa
}

output "sancionable" {
  value = data.parking_placa.furgon.sancionable
}
