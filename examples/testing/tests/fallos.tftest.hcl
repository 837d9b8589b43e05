# The service fails: max_pendientes lets the run pass, since a test cannot expect an error
# of a resource, and the next apply puts the vehicles in place.

provider "parking" {
  sandbox = {}
}

provider "parking" {
  alias       = "fails"
  max_retries = 0
  sandbox = {
    fault   = "vehiculos=500"        # every listing of vehicles
    latency = "registrar_placa=50ms" # and a slow registration of plates
  }
}

variables {
  cliente_id = 3
  archivo    = "tests/buena.csv"
}

run "not_in_place" {
  providers = {
    parking = parking.fails
  }
  variables {
    max_pendientes = 3
  }
  assert {
    condition     = length(output.pendientes) == 3
    error_message = "The service failed, and yet these vehicles only are not in place: ${jsonencode(output.pendientes)}."
  }
}

run "the_next_apply" {
  assert {
    condition     = length(output.pendientes) == 0 && alltrue([for id in values(output.vehiculo_ids) : id != null])
    error_message = "The next apply did not bring all three vehicles: ${jsonencode(output.pendientes)}."
  }
}
