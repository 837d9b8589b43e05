# Remove this file once flota.csv has the real service's numbers: it costs each plan a request.
data "parking_tipos_vehiculo" "todos" {}

output "tipos" {
  value = { for t in data.parking_tipos_vehiculo.todos.tipos_vehiculo : t.nombre => t.id }
}
