# All vehicles of the client:
terraform import parking_flota.reparto 3

# Only these plates, if the client has several parking_flota:
terraform import parking_flota.reparto 3/AKX0359,UXH5184
