package parking

import "regexp"

// saysMissing recognises the texts that say a thing does not exist. Only the plate look-up's text is documented, in
// Spanish; the rest are its variants, and the texts that frameworks have for it: Laravel, Symfony, Rails, Django, Mongoose.
var saysMissing = regexp.MustCompile(`(?i)\bno\s+(existe|existen|se\s+encontr|se\s+ha\s+encontrad|se\s+(pudo|puede)\s+encontrar|encontrad)|\binexistente|` +
	`\b(does not|doesn't) exist|\bnot found\b|\bno (query results|document found) for\b|\b(could not|couldn't|cannot|can't|unable to) find\b|` +
	`\bno \S+ matches the given query`)

// things recognises the things that the service keeps, by area. A group of the expression belongs to each of things.
var (
	things = []string{areaUtilidades, areaZonasFavoritas, areaPlacas, areaVehiculos, areaClientes, areaTramos, areaReservas, areaSanciones}

	saysThing = regexp.MustCompile(`(?i)\b(?:(tipos? de veh[ií]culos?|tipo[ _]?veh[ií]culo|vehicle ?types?|preguntas?|faqs?)|` +
		`((?:zonas?[ _-]?)?favorit[oa]s?|zonas?|favou?rite[ _-]?zones?|favou?rites?)|(placas?|matr[ií]culas?|(?:license ?)?plates?)|` +
		`(veh[ií]culos?|vehicles?)|(clientes?|correos?|e-?mails?|clients?|customers?)|(tramos?|celdas?|sections?)|` +
		`(reservas?|reservaci[oó]n(?:es)?|reservations?|bookings?)|(sanci[oó]n|sanciones|sanctions?|fines?))\b`)
	// namespaces are what frameworks write before the name of a thing.
	namespaces = regexp.MustCompile(`(\w+\\+)+`)
	// joint is where two words of such a name meet, as in ReservaTramo.
	joint = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
)

// thingIn gives the area of the thing that a text names first, which is what it is about; empty if it names none.
func thingIn(message string) string {
	words := joint.ReplaceAllString(namespaces.ReplaceAllString(message, ""), "$1 $2")
	for i, at := range saysThing.FindStringSubmatch(words) {
		if i > 0 && at != "" {
			return things[i-1]
		}
	}
	return ""
}

// thingInAny is thingIn for the first text of errores that says that a thing does not exist.
func thingInAny(fields []FieldError) string {
	for _, f := range fields {
		for _, message := range f.Messages {
			if saysMissing.MatchString(message) {
				return thingIn(message)
			}
		}
	}
	return ""
}

// saysAnything recognises the texts that say that something does not exist, and not what.
var saysAnything = regexp.MustCompile(`(?i)^\W*no\s+(existen?|encontrad[oa]s?|se\s+encontr\pL*|se\s+ha\s+encontrado)\W*$|\b(registros?|records?)\b`)

// saysNone recognises the texts of an empty list.
var saysNone = regexp.MustCompile(`(?i)\b(no\s+hay|sin)\s+(datos|resultados|registros|veh[ií]culos|favorit[oa]s|zonas|reservas|sanciones|tramos|tipos)\b`)

// saysOther recognises the texts that say that the way to the thing is missing, such as a route (a wrong base URL), a
// token or a table of a database.
var saysOther = regexp.MustCompile(`(?i)\b(rutas?|routes?|endpoint|token|credencial(es)?|credentials?|api[ _]?key|sesi[oó]n|session|permisos?|permission|usuarios?|users?|claves?|autorizaci[oó]n|authorization|cabeceras?|headers?|aplicaci[oó]n|application|p[aá]ginas?|pages?|m[eé]todos?|methods?|servicios?|services?|servidor(es)?|servers?|hosts?|base de datos|databases?|tablas?|tables?|relations?|columns?|conexi[oó]n|connection)\b`)

var saysPage = regexp.MustCompile(`(?i)\bp[aá]ginas?\b|\bpages?\b`)
