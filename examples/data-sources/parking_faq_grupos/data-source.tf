# Needs endpoints.faq_grupos in the provider block. Ask the operator of the service for
# the path.
data "parking_faq_grupos" "todos" {}

output "grupos" {
  value = [for grupo in data.parking_faq_grupos.todos.datos : grupo.nombre]
}
