package sandbox

import "strings"

// textClasses are the classes of denialTexts.
var textClasses = []string{"names the thing", "names nothing", "names its value", "names a place", "says only error", "numbers the request"}

// denialTexts are what a service may say of something that does not exist: five texts in Spanish and five in English of each
// class. {cosa} and {thing} stand for the thing, {value} for what was asked, {request} for a number of the request.
var denialTexts = map[string][]string{
	"names the thing": {"{cosa} no existe", "No se encuentra {cosa}", "{cosa} no figura en el registro",
		"No hay datos de {cosa}", "No tenemos constancia de {cosa}",
		"{thing} not found", "This {thing} does not exist", "No such {thing}", "Unknown {thing}", "The {thing} is not registered"},
	"names nothing": {"No existe", "No encontrado", "Sin resultados", "No se encontraron registros", "Nada que mostrar",
		"Not Found", "Does not exist", "No data", "No matching records", "Resource missing"},
	"names its value": {"{value} no existe", "No se ha encontrado «{value}»", "Valor no válido: {value}",
		"{value} no está dado de alta", "Sin datos para {value}",
		"{value} does not exist", "Could not find '{value}'", "Invalid value: {value}", "{value} is unknown",
		"No results for query [{value}]"},
	"names a place": {"{cosa} no existe en la base de datos", "El servidor no encontró el registro",
		"No existe la ruta", "La tabla no tiene datos", "El usuario no tiene datos",
		"No rows in database", "The server could not find the page", "Route not found", "The table has no such row",
		"Not known to this application"},
	"says only error": {"Error", "Ha ocurrido un error", "Solicitud incorrecta", "Operación no realizada", "Datos no válidos",
		"Error!", "Something went wrong", "Bad request", "The request failed", "Invalid data"},
	"numbers the request": {"No existe (solicitud {request})", "Error {request}", "{cosa} no existe. Ref.: {request}",
		"[{request}] sin datos", "Consulta {request} sin resultados",
		"Not found, request {request}", "{thing} not found #{request}", "trace={request} no data", "Failed: {request}",
		"No record ({request})"},
}

// cosas are the things of denials in Spanish.
var cosas = map[string]string{"plate": "la placa", "question": "la pregunta", "vehicle": "el vehículo", "client": "el cliente",
	"section": "el tramo", "vehicle type": "el tipo de vehículo", "favourite": "la zona favorita", "reservation": "la reserva"}

// denialText gives the text of a denial, which may hold the request's number.
func (s Service) denialText(q question, number string) string {
	class := denialTexts[s.of("text of denials")]
	text := class[s.Wording%len(class)]
	text = strings.NewReplacer("{cosa}", cosas[q.thing], "{thing}", q.thing, "{value}", q.value, "{request}", number).Replace(text)
	return strings.ToUpper(text[:1]) + text[1:]
}
