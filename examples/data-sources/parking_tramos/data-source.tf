data "parking_tramos" "todos" {}

# Every section, with a field that the service sends but does not document.
output "tramos" {
  value = {
    for tramo in data.parking_tramos.todos.tramos : tramo.id => {
      nombre = tramo.nombre
      zona   = try(data.parking_tramos.todos.datos[tramo.id].zona_id, null)
    }
  }
}
