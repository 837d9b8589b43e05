package catalogo

// Descriptions.
const (
	faqGruposDataDoc                    = "The groups of the frequently asked questions; a single question is the data source `parking_faq`."
	tipoVehiculoDataDoc                 = "A vehicle type, looked up by identifier or by name; exactly one of the two is given."
	tipoVehiculoDataNombreDoc           = "Name of the vehicle type, compared without regard to case, for example `Motocicleta`."
	tipoVehiculoDataDatosDoc            = "Object of every other field that the service sends for the type, as it comes."
	tiposVehiculoDataDoc                = "All vehicle types. To look one up by its name, use the data source `parking_tipo_vehiculo`."
	tiposVehiculoDataTiposVehiculoIdDoc = "Identifier of the vehicle type, for `parking_placa.tipo_vehiculo_id`."
	tiposVehiculoDataDatosDoc           = "Object keyed by identifier, for example `datos[\"2\"]`: of each type an object of every other field that the service sends, as it comes."
	tramoDataDoc                        = "A street section with its current availability. The counters are read from the service every time and may differ from one plan to the next."
	tramoDataDatosDoc                   = "Object of every other field that the service sends for the section, as it comes. Read a field that may be missing with `try(….datos.field, null)`."
	tramoPreciosEstacionarDataDoc       = "What it costs to park in a street section. The service's documentation shows neither the parameters nor the answer of this look-up: the provider sends the section as `tramo_id`, and gives what comes."
	tramoPreciosEstacionarDataDatosDoc  = "The prices, as they come. A list is a tuple: walk it with a `for` expression, and read a field that may be missing with `try(….field, null)`."
	tramosCercanosDataDoc               = "The street sections near a point. The service's documentation names no parameters of this look-up; the provider sends the point as `latitud` and `longitud`."
	tramosCercanosDataDatosDoc          = "Object keyed by identifier, for example `datos[\"7\"]`: of each section an object of every other field that the service sends, such as its distance, as it comes. Read a field that may be missing with `try(….datos[\"7\"].field, null)`."
	tramosDataDoc                       = "The catalogue of all street sections. The service takes some ten seconds for it, and its counters of free places are stale: read those of one section with the data source `parking_tramo`, which is fast and current."
	tramosDataDatosDoc                  = "Object keyed by identifier, for example `datos[\"7\"]`: of each section an object of every other field that the service sends, as it comes. Read a field that may be missing with `try(….datos[\"7\"].field, null)`."
)

// Messages.
const (
	noSingleTypeText = "The service has %d vehicle types %s. It has: %s."
	noSuchPricesText = "The service has no prices of section %s: %s."
)

// Parts of messages.
const (
	tramosCercanosDoc = "The sections that the service counts as near, in its order."
	preciosSourceText = "as the service says; for current ones read the data source `parking_tramo`"
)
