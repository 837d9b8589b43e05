# By the client, with all its vehicles:
terraform import parking_flota.reparto 3
