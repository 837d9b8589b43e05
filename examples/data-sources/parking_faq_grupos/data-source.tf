# The provider block sets endpoints.faq_grupos, the path that the operator of the
# service gives.
data "parking_faq_grupos" "todos" {}

output "grupos" {
  value = [for grupo in data.parking_faq_grupos.todos.datos : grupo.nombre]
}
