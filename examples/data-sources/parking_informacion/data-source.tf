# Needs endpoints.informacion in the provider block. Ask the operator of the service for
# the path.
data "parking_informacion" "servicio" {}

output "version" {
  value = try(data.parking_informacion.servicio.datos.version, "unknown")
}
