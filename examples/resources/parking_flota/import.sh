# By the client, with all its vehicles:
terraform import parking_flota.reparto 3

# By the client and the plates of this fleet, where the client has more than one:
terraform import parking_flota.reparto 3/AKX0359,UXH5184
