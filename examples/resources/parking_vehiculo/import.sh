# By client and plate:
terraform import parking_vehiculo.reparto 3/AKX0359

# Or by the vehicle's id:
terraform import parking_vehiculo.reparto 1
