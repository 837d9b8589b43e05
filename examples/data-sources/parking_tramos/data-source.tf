data "parking_tramos" "todos" {}

# Every section, with what the service sends beyond the documented fields.
output "tramos" {
  value = {
    for tramo in data.parking_tramos.todos.tramos : tramo.id => {
      nombre = tramo.nombre
      zona   = try(data.parking_tramos.todos.datos[tramo.id].zona_id, null)
    }
  }
}
