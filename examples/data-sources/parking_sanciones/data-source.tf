# The provider block sets endpoints.sanciones, the path that the operator of the
# service gives, and parametros holds what the operator documents.
data "parking_sanciones" "abiertas" {
  parametros = { estado = "abierta" }
}

output "placas_con_sancion_abierta" {
  value = distinct([for sancion in data.parking_sanciones.abiertas.datos : sancion.placa])
}
