# Tests the module on the embedded sandbox, without network or credential.
# Like the service, the sandbox deletes nothing: its data stays in parking-sandbox.db.
# overwrite_existing = true adopts what earlier runs left there, so the tests pass again.

provider "parking" {
  overwrite_existing = true
  sandbox            = {}
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

run "onto_the_service" {
  assert {
    condition     = output.cliente_id == 3
    error_message = "The sandbox knows flota.sur@example.com as client 3, and the module says ${output.cliente_id}."
  }
  assert {
    condition     = toset(keys(output.vehiculo_ids)) == toset(["AKX0359", "AVQ7353", "LUF0442"])
    error_message = "The plates of the fleet are not those of the file: ${join(", ", keys(output.vehiculo_ids))}."
  }
  assert {
    condition     = alltrue([for id in values(output.vehiculo_ids) : id != null]) && length(output.pendientes) == 0
    error_message = "A vehicle is not in place."
  }
  assert {
    condition     = output.resumen == 3
    error_message = "The three vehicles are not on the service, but ${output.resumen}."
  }
}

# In a plan that changes a vehicle, identifiers and pendientes are unknown, which fails
# the assertion.
run "nothing_to_do" {
  command = plan

  assert {
    condition     = output.resumen == 3 && length(output.pendientes) == 0
    error_message = "The plan after the apply changes something."
  }
}

run "one_added_one_removed_one_changed" {
  variables {
    archivo              = "tests/cambiada.csv"
    listar_no_declarados = true
  }

  assert {
    condition     = toset(keys(output.vehiculo_ids)) == toset(["AKX0359", "AVQ7353", "ZXE4257"])
    error_message = "The plates of the fleet are not those of the file: ${join(", ", keys(output.vehiculo_ids))}."
  }
  assert {
    condition     = output.resumen == 3 && length(output.pendientes) == 0
    error_message = "A vehicle is not in place."
  }
  assert {
    condition     = parking_flota.flota.vehiculos["AKX0359"].electrico
    error_message = "The flag of AKX0359 did not change."
  }
  assert {
    condition     = join(" ", output.no_declarados) == "LUF0442"
    error_message = "The vehicle that was removed stays on the service, and not declared are: ${join(" ", output.no_declarados)}."
  }
}
