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

type cliente struct {
	ID int64 `json:"id"`
}

type sancion struct {
	Estado        string  `json:"estado"`
	Observaciones *string `json:"observaciones"`
}

type token struct {
	Token  string `json:"token"`
	Expira string `json:"expira"`
}

type tramo struct {
	ID          int64    `json:"id"`
	ZonaID      int64    `json:"zona_id"`
	Libres      int64    `json:"libres"`
	LibresCoche int64    `json:"librescoche"`
	LibresMoto  int64    `json:"libresmoto"`
	Distancia   *float64 `json:"distancia,omitempty"` // metres, only in searches by position
}

type precio struct {
	TramoID        int64   `json:"tramo_id"`
	TipoVehiculoID int64   `json:"tipo_vehiculo_id"`
	Minutos        int64   `json:"minutos"`
	Precio         float64 `json:"precio"`
}

type reserva struct {
	ID     int64  `json:"id"`
	Estado string `json:"estado"`
}
