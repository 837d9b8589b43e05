data "parking_faq" "pago" {
  id = 1
}

output "respuesta" {
  value = "${data.parking_faq.pago.pregunta} ${data.parking_faq.pago.respuesta}"
}
