package sandbox

// The records of the service, as a client reads them.

type vehiculo struct {
	ID        int64   `json:"id"`
	Nombre    *string `json:"nombre"`
	Placa     string  `json:"placa"`
	ClienteID int64   `json:"cliente_id"`
	Activado  int64   `json:"activado"`
	Favorito  int64   `json:"favorito"`
}

type placa struct {
	Placa          string  `json:"placa"`
	TipoVehiculoID int64   `json:"tipo_vehiculo_id"`
	Marca          *string `json:"marca"`
	Modelo         *string `json:"modelo"`
	Color          *string `json:"color"`
	Electrico      int64   `json:"electrico"`
	Minusvalido    int64   `json:"minusvalido"`
	Exento         int64   `json:"exento"`
	Sancionable    int64   `json:"sancionable"`
}

type cliente struct {
	ID        int64  `json:"id"`
	Email     string `json:"email"`
	Nombre    string `json:"nombre"`
	Apellidos string `json:"Apellidos"`
	Prefijos  string `json:"prefijos"`
	Telefono  string `json:"telefono"`
	Cedula    string `json:"cedula"`
}

type favorita struct {
	ID        int64  `json:"id"`
	ClienteID int64  `json:"cliente_id"`
	ZonaID    *int64 `json:"zona_id"`
	TramoID   *int64 `json:"tramo_id"`
	CeldaID   *int64 `json:"celda_id"`
}

type sancion struct {
	ID            int64   `json:"id"`
	Placa         string  `json:"placa"`
	TramoID       int64   `json:"tramo_id"`
	ClienteID     *int64  `json:"cliente_id"`
	Estado        string  `json:"estado"`
	Pagada        int64   `json:"pagada"`
	Importe       float64 `json:"importe"`
	Observaciones *string `json:"observaciones"`
	PagoTipo      *int64  `json:"pago_tipo"`
	PagoCodigo    *string `json:"pago_codigo"`
	Fecha         string  `json:"fecha"`
}

type named struct {
	ID     int64  `json:"id"`
	Nombre string `json:"nombre"`
}

type token struct {
	Token  string `json:"token"`
	Expira string `json:"expira"`
}

type tramo struct {
	ID          int64    `json:"id"`
	Nombre      string   `json:"nombre"`
	Direccion   string   `json:"direccion"`
	Latitud     float64  `json:"latitud"`
	Longitud    float64  `json:"longitud"`
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
	ID         int64   `json:"id"`
	TramoID    int64   `json:"tramo_id"`
	VehiculoID int64   `json:"vehiculo_id"`
	CeldaID    *int64  `json:"celda_id"`
	ConectorID *int64  `json:"conector_id"`
	Minutos    int64   `json:"minutos"`
	Estado     string  `json:"estado"`
	Precio     float64 `json:"precio"`
	Inicio     string  `json:"inicio"`
	Fin        string  `json:"fin"`
	PagoTipo   *int64  `json:"pago_tipo"`
	PagoCodigo *string `json:"pago_codigo"`
}
