terraform import parking_placa.reparto AKX0359
