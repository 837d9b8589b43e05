data "parking_reservas_activas" "ahora" {}

output "reservas_activas" {
  value = data.parking_reservas_activas.ahora.datos # each with its id, vehiculo_id and tramo_id
}
