package sandbox

// What the tests look at of the records of the service; package contract checks the whole of them.

type vehiculo struct {
	ID    int64  `json:"id"`
	Placa string `json:"placa"`
}

type placa struct {
	Placa          string `json:"placa"`
	TipoVehiculoID int64  `json:"tipo_vehiculo_id"`
	Electrico      int64  `json:"electrico"`
	Minusvalido    int64  `json:"minusvalido"`
}

type sancion struct {
	Estado        string  `json:"estado"`
	Observaciones *string `json:"observaciones"`
}

type tramo struct {
	ZonaID int64 `json:"zona_id"`
	Libres int64 `json:"libres"`
}

type reserva struct {
	ID     int64  `json:"id"`
	Estado string `json:"estado"`
}
