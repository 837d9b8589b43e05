# By sancion_id; needs endpoints.sanciones in the provider block.
terraform import parking_sancion.pagada 5
