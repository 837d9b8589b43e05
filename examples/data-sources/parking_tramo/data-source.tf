data "parking_tramo" "centro" {
  id = 3
}

output "plazas_libres" {
  value = data.parking_tramo.centro.libres
}

# Fields that the service sends beyond the documented ones:
output "zona" {
  value = try(data.parking_tramo.centro.datos.zona_id, null)
}
