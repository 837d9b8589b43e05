terraform import parking_reserva.entrega 1
