data "parking_cliente" "sur" {
  email = "flota.sur@example.com"
}

data "parking_zonas_favoritas" "centro" {
  cliente_id = data.parking_cliente.sur.id
  zona_id    = 1
}

output "tramos_favoritos" {
  value = compact([for favorita in data.parking_zonas_favoritas.centro.zonas_favoritas : favorita.tramo_id])
}
