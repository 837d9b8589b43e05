# On the embedded sandbox, without network or credential. Like the service, it deletes nothing: its data stays in
# parking-sandbox.db, and the next run adopts it.

provider "parking" {
  sandbox = {}
}

variables {
  cliente_id = 3
  archivo    = "tests/buena.csv"
}

run "onto_the_service" {
  assert {
    condition     = toset(keys(output.vehiculo_ids)) == toset(["AKX0359", "AVQ7353", "LUF0442"])
    error_message = "The plates of the fleet are not those of the file: ${join(", ", keys(output.vehiculo_ids))}."
  }
  assert {
    condition     = alltrue([for id in values(output.vehiculo_ids) : id != null]) && length(output.pendientes) == 0
    error_message = "A vehicle is not in place."
  }
}

# In a plan that changes a vehicle, identifiers and pendientes are unknown, which fails
# the assertion.
run "nothing_to_do" {
  command = plan

  assert {
    condition     = alltrue([for id in values(output.vehiculo_ids) : id != null]) && length(output.pendientes) == 0
    error_message = "The plan after the apply changes something."
  }
}

run "no_vehicle" {
  command = plan
  variables {
    archivo = "tests/vacia.csv"
  }
  expect_failures = [var.archivo]
}
