-- A page of a client's vehicles is read in the order of their ids, without sorting all of them.
CREATE INDEX vehiculos_pagina ON vehiculos (cliente_id);
