data "parking_tipos_vehiculo" "todos" {}

locals {
  tipo_vehiculo_id = { for tipo in data.parking_tipos_vehiculo.todos.tipos_vehiculo : tipo.nombre => tipo.id }
}

resource "parking_placa" "furgon" {
  placa            = "XKQ3055"
  tipo_vehiculo_id = local.tipo_vehiculo_id["Furgoneta"]
}
