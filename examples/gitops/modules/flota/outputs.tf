output "cliente_id" {
  description = "Identifier of the client."
  value       = parking_cliente.flota.id
}

output "vehiculo_ids" {
  description = "Identifiers of the vehicles, keyed by plate; null for one that is not linked."
  value       = merge([for f in values(parking_flota.flota) : f.vehiculo_ids]...)
}

output "pendientes" {
  description = "Why vehicles are not in place, keyed by plate."
  value       = merge([for f in values(parking_flota.flota) : f.pendientes]...)
}

output "resumen" {
  description = "How many vehicles each part has on the service."
  value       = { for parte, f in parking_flota.flota : parte => length([for id in values(f.vehiculo_ids) : id if id != null]) }
}
