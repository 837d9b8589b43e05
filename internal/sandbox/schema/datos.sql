-- What the invented town of Valdebrisa holds on the first day.

INSERT INTO zonas (id, nombre) VALUES
    (1, 'Centro'),
    (2, 'Puerto'),
    (3, 'Mercado'),
    (4, 'Estación'),
    (5, 'Universidad'),
    (6, 'Jardines'),
    (7, 'Colina'),
    (8, 'Ribera');

INSERT INTO tipos_vehiculo (id, nombre) VALUES
    (1, 'Automóvil'),
    (2, 'Motocicleta'),
    (3, 'Furgoneta'),
    (4, 'Camión'),
    (5, 'Autobús');

INSERT INTO tramos (id, nombre, direccion, latitud, longitud, zona_id, plazas_coche, plazas_moto, foto_coche, foto_moto) VALUES
    (1, 'Calle Mayor 41-71', 'Calle Mayor 41, Centro, Valdebrisa', -2.88994, -79.004171, 1, 27, 12, 27, 12),
    (2, 'Plaza del Reloj 69-99', 'Plaza del Reloj 69, Centro, Valdebrisa', -2.890867, -79.002836, 1, 24, 11, 24, 11),
    (3, 'Calle de los Faroles 27-57', 'Calle de los Faroles 27, Centro, Valdebrisa', -2.891827, -79.002172, 1, 20, 7, 20, 7),
    (4, 'Pasaje de la Fuente 11-41', 'Pasaje de la Fuente 11, Centro, Valdebrisa', -2.892876, -79.000974, 1, 53, 12, 53, 12),
    (5, 'Calle del Ayuntamiento 29-59', 'Calle del Ayuntamiento 29, Centro, Valdebrisa', -2.893567, -79.000175, 1, 58, 16, 58, 16),
    (6, 'Paseo del Muelle 75-105', 'Paseo del Muelle 75, Puerto, Valdebrisa', -2.889809, -78.997681, 2, 43, 6, 43, 6),
    (7, 'Calle de las Redes 17-47', 'Calle de las Redes 17, Puerto, Valdebrisa', -2.891042, -78.996653, 2, 36, 12, 36, 12),
    (8, 'Avenida del Faro 39-69', 'Avenida del Faro 39, Puerto, Valdebrisa', -2.891928, -78.995467, 2, 53, 16, 53, 16),
    (9, 'Calle del Ancla 25-55', 'Calle del Ancla 25, Puerto, Valdebrisa', -2.892681, -78.994675, 2, 41, 7, 41, 7),
    (10, 'Calle de los Astilleros 7-37', 'Calle de los Astilleros 7, Puerto, Valdebrisa', -2.893601, -78.993487, 2, 57, 9, 57, 9),
    (11, 'Calle de la Harina 41-71', 'Calle de la Harina 41, Mercado, Valdebrisa', -2.889831, -78.991055, 3, 47, 15, 47, 15),
    (12, 'Plaza de las Flores 31-61', 'Plaza de las Flores 31, Mercado, Valdebrisa', -2.891067, -78.99008, 3, 29, 9, 29, 9),
    (13, 'Calle del Trigo 63-93', 'Calle del Trigo 63, Mercado, Valdebrisa', -2.891885, -78.988808, 3, 39, 13, 39, 13),
    (14, 'Calle de los Alfareros 15-45', 'Calle de los Alfareros 15, Mercado, Valdebrisa', -2.892834, -78.988063, 3, 50, 12, 50, 12),
    (15, 'Calle de la Balanza 63-93', 'Calle de la Balanza 63, Mercado, Valdebrisa', -2.893415, -78.987169, 3, 44, 6, 44, 6),
    (16, 'Avenida del Ferrocarril 71-101', 'Avenida del Ferrocarril 71, Estación, Valdebrisa', -2.896064, -79.00406, 4, 54, 11, 54, 11),
    (17, 'Calle del Andén 63-93', 'Calle del Andén 63, Estación, Valdebrisa', -2.897072, -79.003163, 4, 55, 13, 55, 13),
    (18, 'Calle de los Relojeros 35-65', 'Calle de los Relojeros 35, Estación, Valdebrisa', -2.897974, -79.001908, 4, 48, 16, 48, 16),
    (19, 'Calle de la Maleta 39-69', 'Calle de la Maleta 39, Estación, Valdebrisa', -2.898503, -79.000871, 4, 59, 15, 59, 15),
    (20, 'Plaza del Viajero 37-67', 'Plaza del Viajero 37, Estación, Valdebrisa', -2.899661, -78.999824, 4, 42, 16, 42, 16),
    (21, 'Avenida de las Letras 45-75', 'Avenida de las Letras 45, Universidad, Valdebrisa', -2.896153, -78.997676, 5, 28, 15, 28, 15),
    (22, 'Calle de los Astrónomos 37-67', 'Calle de los Astrónomos 37, Universidad, Valdebrisa', -2.896941, -78.996333, 5, 26, 9, 26, 9),
    (23, 'Calle del Compás 63-93', 'Calle del Compás 63, Universidad, Valdebrisa', -2.89782, -78.99548, 5, 23, 8, 23, 8),
    (24, 'Paseo de los Tilos 17-47', 'Paseo de los Tilos 17, Universidad, Valdebrisa', -2.898789, -78.994534, 5, 45, 14, 45, 14),
    (25, 'Calle de la Imprenta 45-75', 'Calle de la Imprenta 45, Universidad, Valdebrisa', -2.89974, -78.99363, 5, 42, 9, 42, 9),
    (26, 'Calle de los Jazmines 29-59', 'Calle de los Jazmines 29, Jardines, Valdebrisa', -2.896195, -78.990868, 6, 60, 9, 60, 9),
    (27, 'Avenida de los Naranjos 23-53', 'Avenida de los Naranjos 23, Jardines, Valdebrisa', -2.897098, -78.990032, 6, 34, 10, 34, 10),
    (28, 'Calle del Estanque 47-77', 'Calle del Estanque 47, Jardines, Valdebrisa', -2.897873, -78.98915, 6, 57, 15, 57, 15),
    (29, 'Calle de las Glicinias 65-95', 'Calle de las Glicinias 65, Jardines, Valdebrisa', -2.89863, -78.988178, 6, 57, 16, 57, 16),
    (30, 'Paseo del Invernadero 71-101', 'Paseo del Invernadero 71, Jardines, Valdebrisa', -2.89964, -78.987159, 6, 43, 12, 43, 12),
    (31, 'Cuesta del Molino 51-81', 'Cuesta del Molino 51, Colina, Valdebrisa', -2.902173, -79.004116, 7, 21, 9, 21, 9),
    (32, 'Calle del Mirador 21-51', 'Calle del Mirador 21, Colina, Valdebrisa', -2.90286, -79.003159, 7, 25, 11, 25, 11),
    (33, 'Calle de la Ermita 73-103', 'Calle de la Ermita 73, Colina, Valdebrisa', -2.903959, -79.002055, 7, 27, 14, 27, 14),
    (34, 'Camino del Olivar 3-33', 'Camino del Olivar 3, Colina, Valdebrisa', -2.904654, -79.001141, 7, 22, 9, 22, 9),
    (35, 'Calle del Viento 33-63', 'Calle del Viento 33, Colina, Valdebrisa', -2.905654, -79.000151, 7, 40, 15, 40, 15),
    (36, 'Paseo de la Ribera 63-93', 'Paseo de la Ribera 63, Ribera, Valdebrisa', -2.902006, -78.997666, 8, 47, 13, 47, 13),
    (37, 'Calle del Puente Viejo 13-43', 'Calle del Puente Viejo 13, Ribera, Valdebrisa', -2.902909, -78.996423, 8, 39, 10, 39, 10),
    (38, 'Calle de los Sauces 67-97', 'Calle de los Sauces 67, Ribera, Valdebrisa', -2.90362, -78.995489, 8, 19, 9, 19, 9),
    (39, 'Calle de la Noria 19-49', 'Calle de la Noria 19, Ribera, Valdebrisa', -2.904597, -78.994581, 8, 52, 6, 52, 6),
    (40, 'Calle de los Barqueros 11-41', 'Calle de los Barqueros 11, Ribera, Valdebrisa', -2.905653, -78.993633, 8, 34, 14, 34, 14);

-- Four cells a section: 1 to 4 in section 1, 5 to 8 in section 2, and so on.
INSERT INTO celdas (id, tramo_id)
SELECT (t.id - 1) * 4 + n.n, t.id FROM tramos t, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) n;

-- Two connectors in sections 1, 5, 9 and so on: 1 and 2 in section 1, 3 and 4 in section 5.
INSERT INTO conectores (id, tramo_id)
SELECT (t.id - 1) / 4 * 2 + n.n, t.id FROM tramos t, (SELECT 1 AS n UNION SELECT 2) n WHERE t.id % 4 = 1;

-- The inner zones, with the low numbers, are dearer.
INSERT INTO tarifas (tramo_id, tipo_vehiculo_id, centimos)
SELECT t.id, v.id, CASE v.id WHEN 1 THEN 15 WHEN 2 THEN 8 WHEN 3 THEN 20 WHEN 4 THEN 35 ELSE 40 END + 9 - t.zona_id
FROM tramos t, tipos_vehiculo v;

INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) VALUES
    (1, 'reparto.centro@example.com', 'Reparto Centro', 'Municipal', '+593', '022000001', '0100000001'),
    (2, 'flota.norte@example.com', 'Flota Norte', 'Transportes', '+593', '022000002', '0100000002'),
    (3, 'flota.sur@example.com', 'Flota Sur', 'Transportes', '+593', '022000003', '0100000003'),
    (4, 'servicios@example.com', 'Servicios', 'Municipal', '+593', '022000004', '0100000004');

INSERT INTO sanciones (id, placa, tramo_id, cliente_id, estado, centimos, observaciones, fecha) VALUES
    (1, 'VBR-0101', 3, NULL, 'abierta', 3000, NULL, 1709542800),
    (2, 'VBR-0102', 7, NULL, 'abierta', 3000, 'Sin tique visible', 1709546400),
    (3, 'VBR-0103', 12, 2, 'abierta', 4500, NULL, 1709551800),
    (4, 'VBR-0104', 18, NULL, 'abierta', 3000, NULL, 1709629200),
    (5, 'VBR-0105', 22, 3, 'abierta', 6000, 'Ocupa dos plazas', 1709632800),
    (6, 'VBR-0106', 31, NULL, 'abierta', 3000, NULL, 1709715600),
    (7, 'VBR-0107', 2, 1, 'cerrada', 3000, 'Cerrada tras revisión', 1709722800),
    (8, 'VBR-0108', 40, NULL, 'cerrada', 4500, 'Cerrada en ventanilla', 1709802800);

INSERT INTO faq_grupos (id, nombre) VALUES
    (1, 'Reservas'),
    (2, 'Pagos'),
    (3, 'Vehículos'),
    (4, 'Sanciones');

INSERT INTO faqs (id, grupo_id, pregunta, respuesta) VALUES
    (1, 1, '¿Cómo reservo una plaza?', 'Elija un tramo con plazas libres, un vehículo y los minutos que necesita.'),
    (2, 1, '¿Puedo alargar una reserva?', 'Sí, mientras no haya terminado ni se haya cancelado, de diez en diez minutos.'),
    (3, 1, '¿Puedo cancelar una reserva?', 'Sí, antes de pagarla y antes de que termine.'),
    (4, 2, '¿Cómo recibo el comprobante?', 'Pida el recibo al pagar y llegará al correo del cliente.'),
    (5, 2, '¿Puedo repetir un código de transacción?', 'No, cada pago lleva un código propio.'),
    (6, 2, '¿De qué depende el precio?', 'Del tramo, del tipo de vehículo y de los minutos.'),
    (7, 3, '¿Cómo doy de alta un vehículo?', 'Primero se registra la placa y después se vincula al cliente.'),
    (8, 3, '¿Pueden dos clientes usar la misma placa?', 'Sí, cada uno con su propio vehículo.'),
    (9, 3, '¿Qué tipos de vehículo hay?', 'Automóvil, motocicleta, furgoneta, camión y autobús.'),
    (10, 4, '¿Cuándo puedo pagar una sanción?', 'Cuando la sanción ya está cerrada.'),
    (11, 4, '¿Quién cierra una sanción?', 'El agente o el administrador del servicio.'),
    (12, 4, '¿Puede otra persona pagar mi sanción?', 'Sí, indicando qué cliente paga.');
