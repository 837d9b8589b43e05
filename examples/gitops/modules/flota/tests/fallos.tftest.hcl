# The service fails: the run fails too, and the next apply puts the vehicles in place.

provider "parking" {
  adopt_existing = "update"
  sandbox        = {}
}

provider "parking" {
  alias          = "fails"
  adopt_existing = "update"
  max_retries    = 0
  sandbox = {
    fault   = "vehiculos=500"        # every listing of vehicles
    latency = "registrar_placa=50ms" # and a slow registration of plates
  }
}

variables {
  nombre = "flota-sur"
  cliente = {
    email     = "flota.sur@example.com"
    nombre    = "Flota"
    apellidos = "Sur"
    prefijos  = "+593"
    telefono  = "990000003"
    cedula    = "0100000003"
  }
  archivo = "tests/buena.csv"
}

run "not_in_place" {
  providers = {
    parking = parking.fails
  }
  expect_failures = [parking_flota.flota]
}

run "the_next_apply" {
  assert {
    condition     = length(output.pendientes) == 0 && length(compact([for id in values(output.vehiculo_ids) : id])) == 3
    error_message = "The next apply did not bring all three vehicles: ${jsonencode(output.pendientes)}."
  }
}
