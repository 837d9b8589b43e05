output "cliente_id" {
  description = "Identifier of the client."
  value       = parking_cliente.flota.id
}

output "vehiculo_ids" {
  description = "Identifiers of the vehicles, keyed by plate; null for one that is not linked."
  value       = parking_flota.flota.vehiculo_ids
}

output "pendientes" {
  description = "Why vehicles are not in place, keyed by plate."
  value       = parking_flota.flota.pendientes
}

output "resumen" {
  description = "How many declared vehicles are linked to the client. Those that were taken out of the file stay linked, and do not count."
  value       = length([for id in values(parking_flota.flota.vehiculo_ids) : id if id != null])
}

output "no_declarados" {
  description = "Plates of the client's vehicles that the file does not declare; null unless listar_no_declarados is true."
  value       = var.listar_no_declarados ? sort(flatten([for placa in setsubtract(keys(local.en_servicio), local.declarados) : local.en_servicio[placa]])) : null
}
