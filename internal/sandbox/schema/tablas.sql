CREATE TABLE zonas (
    id     INTEGER PRIMARY KEY,
    nombre TEXT NOT NULL
) STRICT;

CREATE TABLE tipos_vehiculo (
    id     INTEGER PRIMARY KEY,
    nombre TEXT NOT NULL
) STRICT;

-- foto_* is the stale state that the catalogue shows: how many places were free when the database was made.
CREATE TABLE tramos (
    id             INTEGER PRIMARY KEY,
    nombre         TEXT NOT NULL,
    direccion      TEXT NOT NULL,
    latitud        REAL NOT NULL,
    longitud       REAL NOT NULL,
    zona_id        INTEGER NOT NULL REFERENCES zonas ON DELETE CASCADE,
    plazas_coche   INTEGER NOT NULL,
    plazas_moto    INTEGER NOT NULL,
    foto_coche     INTEGER NOT NULL,
    foto_moto      INTEGER NOT NULL
) STRICT;

CREATE TABLE celdas (
    id       INTEGER PRIMARY KEY,
    tramo_id INTEGER NOT NULL REFERENCES tramos ON DELETE CASCADE
) STRICT;

CREATE TABLE conectores (
    id       INTEGER PRIMARY KEY,
    tramo_id INTEGER NOT NULL REFERENCES tramos ON DELETE CASCADE
) STRICT;

-- Price of ten minutes, in cents.
CREATE TABLE tarifas (
    tramo_id         INTEGER NOT NULL REFERENCES tramos ON DELETE CASCADE,
    tipo_vehiculo_id INTEGER NOT NULL REFERENCES tipos_vehiculo ON DELETE CASCADE,
    centimos         INTEGER NOT NULL,
    PRIMARY KEY (tramo_id, tipo_vehiculo_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE clientes (
    id        INTEGER PRIMARY KEY,
    email     TEXT NOT NULL UNIQUE,
    nombre    TEXT NOT NULL,
    apellidos TEXT NOT NULL,
    prefijos  TEXT NOT NULL,
    telefono  TEXT NOT NULL,
    cedula    TEXT NOT NULL
) STRICT;

-- expira is in Unix seconds, here and below.
CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY,
    token      TEXT NOT NULL UNIQUE,
    cliente_id INTEGER NOT NULL REFERENCES clientes ON DELETE CASCADE,
    expira     INTEGER NOT NULL
) STRICT;

CREATE TABLE placas (
    placa            TEXT PRIMARY KEY,
    tipo_vehiculo_id INTEGER NOT NULL REFERENCES tipos_vehiculo ON DELETE CASCADE,
    marca            TEXT,
    modelo           TEXT,
    color            TEXT,
    electrico        INTEGER NOT NULL DEFAULT 0,
    minusvalido      INTEGER NOT NULL DEFAULT 0,
    exento           INTEGER NOT NULL DEFAULT 0,
    sancionable      INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Not unique by client and plate: the hostile reading of the service makes a second record.
CREATE TABLE vehiculos (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    nombre     TEXT,
    placa      TEXT NOT NULL REFERENCES placas ON DELETE CASCADE ON UPDATE CASCADE,
    cliente_id INTEGER NOT NULL REFERENCES clientes ON DELETE CASCADE,
    activado   INTEGER NOT NULL DEFAULT 1,
    favorito   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX vehiculos_cliente ON vehiculos (cliente_id, placa);
CREATE INDEX vehiculos_placa ON vehiculos (placa);

CREATE TABLE favoritas (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    cliente_id INTEGER NOT NULL REFERENCES clientes ON DELETE CASCADE,
    zona_id    INTEGER REFERENCES zonas ON DELETE CASCADE,
    tramo_id   INTEGER REFERENCES tramos ON DELETE CASCADE,
    celda_id   INTEGER REFERENCES celdas ON DELETE CASCADE
) STRICT;
CREATE INDEX favoritas_cliente ON favoritas (cliente_id);

-- That a reservation has ended is not stored: it follows from fin and the clock.
CREATE TABLE reservas (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    tramo_id    INTEGER NOT NULL REFERENCES tramos ON DELETE CASCADE,
    vehiculo_id INTEGER NOT NULL REFERENCES vehiculos ON DELETE CASCADE,
    celda_id    INTEGER REFERENCES celdas ON DELETE CASCADE,
    conector_id INTEGER REFERENCES conectores ON DELETE CASCADE,
    minutos     INTEGER NOT NULL,
    estado      TEXT NOT NULL CHECK (estado IN ('bloqueada', 'pagada', 'cancelada')),
    centimos    INTEGER NOT NULL,
    inicio      INTEGER NOT NULL,
    fin         INTEGER NOT NULL
) STRICT;
CREATE INDEX reservas_vehiculo ON reservas (vehiculo_id);
CREATE INDEX reservas_tramo ON reservas (tramo_id, fin);

CREATE TABLE sanciones (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    placa         TEXT NOT NULL,
    tramo_id      INTEGER NOT NULL REFERENCES tramos ON DELETE CASCADE,
    cliente_id    INTEGER REFERENCES clientes ON DELETE CASCADE,
    estado        TEXT NOT NULL CHECK (estado IN ('abierta', 'cerrada')),
    centimos      INTEGER NOT NULL,
    observaciones TEXT,
    fecha         INTEGER NOT NULL
) STRICT;

-- One table for all payments, because a transaction code is unique over reservations and sanctions.
CREATE TABLE pagos (
    codigo     TEXT PRIMARY KEY,
    tipo       INTEGER NOT NULL,
    reserva_id INTEGER UNIQUE REFERENCES reservas ON DELETE CASCADE,
    sancion_id INTEGER UNIQUE REFERENCES sanciones ON DELETE CASCADE
) STRICT;

-- Receipts sent by e-mail.
CREATE TABLE recibos (
    id         INTEGER PRIMARY KEY,
    reserva_id INTEGER NOT NULL REFERENCES reservas ON DELETE CASCADE,
    email      TEXT NOT NULL,
    enviado    INTEGER NOT NULL
) STRICT;

CREATE TABLE faq_grupos (
    id     INTEGER PRIMARY KEY,
    nombre TEXT NOT NULL
) STRICT;

CREATE TABLE faqs (
    id        INTEGER PRIMARY KEY,
    grupo_id  INTEGER NOT NULL REFERENCES faq_grupos ON DELETE CASCADE,
    pregunta  TEXT NOT NULL,
    respuesta TEXT NOT NULL
) STRICT;

-- time in Unix microseconds, duration in nanoseconds.
CREATE TABLE journal (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    time       INTEGER NOT NULL,
    operation  TEXT NOT NULL,
    method     TEXT NOT NULL,
    path       TEXT NOT NULL,
    query      TEXT NOT NULL,
    about      TEXT NOT NULL DEFAULT '', -- the things that a body names
    status     INTEGER NOT NULL,
    ok         INTEGER NOT NULL,
    committed  INTEGER NOT NULL,
    fault      TEXT NOT NULL,
    duration   INTEGER NOT NULL
) STRICT;

-- A page of a client's vehicles is read in the order of their ids, without sorting all of them.
CREATE INDEX vehiculos_pagina ON vehiculos (cliente_id);
