resource "parking_cliente" "flota_sur" {
  email     = "flota.sur@example.com"
  nombre    = "Flota Sur"
  apellidos = "Transportes"
  prefijos  = "+593"
  telefono  = "022000003"
  cedula    = "0100000003"
}
