# The provider block sets endpoints.informacion, the path that the operator of the
# service gives.
data "parking_informacion" "servicio" {}

output "version" {
  value = try(data.parking_informacion.servicio.datos.version, "unknown")
}
