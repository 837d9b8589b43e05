data "parking_tramo" "centro" {
  id = 3
}

output "plazas_libres" {
  value = data.parking_tramo.centro.libres
}

# A field that the service sends but does not document:
output "zona" {
  value = try(data.parking_tramo.centro.datos.zona_id, null)
}
