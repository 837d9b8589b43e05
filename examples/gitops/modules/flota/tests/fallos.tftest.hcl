# The service fails: max_pendientes lets the run pass, since a test cannot expect an error
# of a resource, and the next apply puts the vehicles in place.

provider "parking" {
  overwrite_existing = true
  sandbox            = {}
}

provider "parking" {
  alias              = "fails"
  overwrite_existing = true
  max_retries        = 0
  sandbox = {
    fault   = "vehiculos=500"        # every listing of vehicles
    latency = "registrar_placa=50ms" # and a slow registration of plates
  }
}

variables {
  nombre = "flota-sur"
  cliente = {
    nombre    = "Flota Sur"
    apellidos = "Transportes"
    prefijos  = "+593"
  }
  personal = {
    email    = "flota.sur@example.com"
    telefono = "022000003"
    cedula   = "0100000003"
  }
  archivo = "tests/buena.csv"
}

run "not_in_place" {
  providers = {
    parking = parking.fails
  }
  variables {
    max_pendientes = 3
  }
  assert {
    condition     = length(output.pendientes) == 3 && output.resumen == 0
    error_message = "The service failed, and yet these vehicles only are not in place: ${jsonencode(output.pendientes)}."
  }
}

run "the_next_apply" {
  assert {
    condition     = length(output.pendientes) == 0 && output.resumen == 3
    error_message = "The next apply did not bring all three vehicles: ${jsonencode(output.pendientes)}."
  }
}
