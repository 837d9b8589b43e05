locals {
  entrega = provider::parking::minutos(45)            # 50
  jornada = provider::parking::minutos(8 * 60 + 12.5) # 500
}

output "minutos" {
  value = [local.entrega, local.jornada]
}
