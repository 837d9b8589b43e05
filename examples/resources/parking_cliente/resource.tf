resource "parking_cliente" "flota_sur" {
  email     = "flota.sur@example.com"
  nombre    = "Flota"
  apellidos = "Sur"
  prefijos  = "+593"
  telefono  = "991112233"
  cedula    = "0102030405"
}
