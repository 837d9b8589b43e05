package proof

import (
	"net/http"
	"strings"
	"time"
)

// denials are answers to reads that say "fail" of what is there, for a moment: otherwise than of what is not there, and in the same way.
func denials() (out []Fault) {
	for _, d := range []struct {
		name, why string
		status    int
		says      func(Request) string
	}{
		{"denied otherwise, at 404", "the credential was deactivated, or its client", http.StatusNotFound,
			func(r Request) string { return anotherThan(r) + " no existe" }},
		{"denied otherwise, at 200", "a route or a table is missing for a moment", http.StatusOK,
			func(Request) string { return "Recurso no encontrado" }},
		{"denied as what is not there", "a table is empty for a moment", http.StatusOK,
			func(r Request) string { return notThere(r) + " no existe" }},
	} {
		out = append(out, Fault{Name: d.name, Why: d.why, applies: Request.Reads, reply: func(_ *Model, r Request, _ Answer) Reply {
			return envelope(d.status, fail(d.says(r)))
		}})
	}
	return out
}

// notThere names what a direct read is about, as the model does.
func notThere(r Request) string {
	return map[string]string{"GET placa": "La placa", "GET tramo": "El tramo", "GET vehiculo": "El vehículo",
		"GET cliente-email": "El cliente"}[r.Operation()]
}

// anotherThan names a thing that a request is not about.
func anotherThan(r Request) string {
	if strings.Contains(r.Operation(), "cliente") {
		return "Tramo"
	}
	return "Cliente"
}

// Behind is how far a direct read is behind: less than any pause between two runs of a pipeline.
const Behind = 3 * time.Second

// delays are answers that were true a moment ago.
func delays() []Fault {
	return []Fault{{Name: "a direct read lags", Why: "a replica, or a cache, that has not seen the last write", lies: true, applies: direct,
		reply: func(m *Model, r Request, _ Answer) Reply {
			answer := m.asOf(Behind, r)
			return envelope(answer.Status, answer.Body)
		}}}
}
