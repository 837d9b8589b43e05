package catalogo

// Descriptions.
const (
	faqGruposDoc          = "Lists the groups of frequently asked questions. To read one question, use the data source `parking_faq`."
	tipoVehiculoDoc       = "Looks up a vehicle type by its identifier or its name. Exactly one of `id` and `nombre` must be set."
	tipoVehiculoIDDoc     = "Identifier of the vehicle type: the value for `tipo_vehiculo_id` of `parking_placa`."
	tipoVehiculoNombreDoc = "Name of the vehicle type, for example `Motocicleta`. Upper and lower case are equivalent."
	tipoVehiculoDatosDoc  = "All other fields of the vehicle type in one object, as the service returns them."
	tiposVehiculoDoc      = "Lists all vehicle types. To look up one type by its name, use the data source `parking_tipo_vehiculo`."
	tiposVehiculoIDsDoc   = "Identifiers of the vehicle types by name, for the argument `tipos` of the functions `flota_csv` and `flotas_csv`. A name that several types have is omitted."
	tiposVehiculoDatosDoc = "All other fields of each vehicle type, as the service returns them. An object keyed by identifier, for example `datos[\"2\"]`."
	tramoDoc              = "Looks up a street section and its current numbers of free spaces. Each run reads them from the service, so they may change from one plan to the next."
	tramoDatosDoc         = "All other fields of the section in one object, as the service returns them. Read a field that may be missing with `try(….datos.field, null)`."
	preciosDoc            = "Looks up the prices of parking in a street section.\n\nThe service documents neither the parameters nor the answer of this operation. The provider sends the section as `tramo_id`, and returns the answer in `datos`."
	preciosDatosDoc       = "The prices, as the service returns them. A list becomes a tuple: iterate over it with a `for` expression. Read a field that may be missing with `try(….field, null)`."
	tramosDoc             = "Lists all street sections. The service takes about ten seconds to answer, and the numbers of free spaces are out of date. For current numbers, use the data source `parking_tramo`."
	tramosDatosDoc        = "All other fields of each section, as the service returns them. An object keyed by identifier, for example `datos[\"7\"]`. Read a field that may be missing with `try(….datos[\"7\"].field, null)`."
	tramosCercanosDoc     = "Lists the street sections near a point.\n\nThe service does not document the parameters of this operation. The provider sends the point as `latitud` and `longitud`."
	cercanosDoc           = "Sections that the service considers near, in the service's order."
	cercanosDatosDoc      = "All other fields of each section, such as its distance, as the service returns them. An object keyed by identifier, for example `datos[\"7\"]`. Read a field that may be missing with `try(….datos[\"7\"].field, null)`."
	freeSpacesDoc         = "Number of free spaces %s. May be out of date: for the current number, use the data source `parking_tramo`."
)
