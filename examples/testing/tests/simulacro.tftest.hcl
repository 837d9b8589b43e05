# Without the provider's sandbox: Terraform makes up what the service would answer. It makes up 0 for a
# number, and identifiers begin at 1, so each resource and data source with an identifier needs a default.
# The block can be copied as it is.

mock_provider "parking" {
  mock_resource "parking_cliente" {
    defaults = { id = 1 }
  }
  mock_resource "parking_vehiculo" {
    defaults = { id = 1 }
  }
  mock_resource "parking_zona_favorita" {
    defaults = { id = 1 }
  }
  mock_resource "parking_reserva" {
    defaults = { id = 1 }
  }
  mock_data "parking_cliente" {
    defaults = { id = 1 }
  }
  mock_data "parking_tipo_vehiculo" {
    defaults = { id = 1 }
  }
  mock_data "parking_vehiculo" {
    defaults = { id = 1 }
  }
}

variables {
  cliente_id = 3
  archivo    = "tests/buena.csv"
}

run "made_up" {
  assert {
    condition     = length(output.pendientes) == 0
    error_message = "A mock has no vehicle that is not in place, but ${jsonencode(output.pendientes)}."
  }
}
