terraform import parking_cliente.flota_sur flota.sur@example.com
