# Needs endpoints.sanciones in the provider block. Ask the operator of the service for
# the path and for the query parameters, which go into parametros.
data "parking_sanciones" "abiertas" {
  parametros = { estado = "abierta" }
}

output "placas_con_sancion_abierta" {
  value = distinct([for sancion in data.parking_sanciones.abiertas.datos : sancion.placa])
}
