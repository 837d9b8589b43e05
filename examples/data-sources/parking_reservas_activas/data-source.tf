data "parking_reservas_activas" "ahora" {}

output "reservas_activas" {
  value = length(data.parking_reservas_activas.ahora.ids)
}
