# A new fleet is saved with a warning if the service does not list a vehicle that it accepted.
# The postcondition makes such a run fail.
data "parking_cliente" "flota_sur" {
  email = "flota.sur@example.com"
}

resource "parking_flota" "reparto" {
  cliente_id = data.parking_cliente.flota_sur.id

  vehiculos = {
    AKX0359 = { tipo_vehiculo_id = 2, nombre = "Moto 001", electrico = true }
    UXH5184 = { tipo_vehiculo_id = 1 }
  }

  lifecycle {
    postcondition {
      condition     = length(self.pendientes) == 0
      error_message = "Not in place: ${join(", ", keys(self.pendientes))}. Wait a minute, then plan and apply again."
    }
  }
}
