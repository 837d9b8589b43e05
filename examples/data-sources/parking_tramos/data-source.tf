data "parking_tramos" "todos" {}

# Every section by its name, with what the service sends beyond the documented fields.
output "tramos" {
  value = {
    for tramo in data.parking_tramos.todos.tramos : tramo.nombre => {
      id   = tramo.id
      zona = try(data.parking_tramos.todos.datos[tramo.id].zona_id, null)
    }
  }
}
