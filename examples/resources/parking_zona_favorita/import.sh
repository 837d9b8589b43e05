terraform import parking_zona_favorita.centro 3/1 # cliente_id/id
