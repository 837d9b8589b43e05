package parking

import "regexp"

// saysMissing recognises the texts that say a thing does not exist. Only the plate look-up's text is documented, in
// Spanish; the rest are its variants.
var saysMissing = regexp.MustCompile(`(?i)\bno\s+(existe|existen|se\s+encontr|se\s+ha\s+encontrad|encontrad)|\binexistente|\b(does not|doesn't) exist|\bnot found\b`)

// saysThing recognises the things that the service keeps, and saysBare a text that names nothing at all. Without
// either, a text at a status below 400 (A2) may speak of the credential or of the service's own parts.
var (
	saysThing = regexp.MustCompile(`(?i)\b(placas?|matr[ií]culas?|veh[ií]culos?|clientes?|correos?|e-?mails?|favorit[oa]s?|zonas?|tramos?|celdas?|reservas?|sanci[oó]n|sanciones|preguntas?|faqs?|registros?|plates?|vehicles?|clients?|favou?rites?|records?)\b`)
	saysBare  = regexp.MustCompile(`(?i)^\W*no\s+(existen?|encontrad[oa]s?|se\s+encontr\pL*|se\s+ha\s+encontrado)\W*$`)
)

// saysNone recognises the texts of an empty list.
var saysNone = regexp.MustCompile(`(?i)\b(no\s+hay|sin)\s+(datos|resultados|registros|veh[ií]culos|favorit[oa]s|zonas|reservas|sanciones|tramos|tipos)\b`)

// saysOther recognises the texts that say that the way to the thing is missing, such as a route (a wrong base URL), a
// token or a table of a database.
var saysOther = regexp.MustCompile(`(?i)\b(rutas?|routes?|endpoint|token|credencial(es)?|credentials?|api[ _]?key|sesi[oó]n|session|permisos?|permission|usuarios?|users?|claves?|autorizaci[oó]n|authorization|cabeceras?|headers?|aplicaci[oó]n|application|p[aá]ginas?|pages?|m[eé]todos?|methods?|servicios?|services?|servidor(es)?|servers?|hosts?|base de datos|databases?|tablas?|tables?|relations?|columns?|conexi[oó]n|connection)\b`)

var saysPage = regexp.MustCompile(`(?i)\bp[aá]ginas?\b|\bpages?\b`)
