# Needs endpoints.sanciones in the provider block.
terraform import parking_sancion.pagada 5
