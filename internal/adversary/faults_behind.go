package adversary

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// misplaced are answers to reads that say that something does not exist, and not what was asked for. Only a text about that
// is evidence, or a bare 404 beside other evidence (promise 3).
func misplaced() (out []Fault) {
	for _, text := range []struct {
		name, says, why string
		status          int
		applies         func(Request) bool
	}{
		{"another thing does not exist, at 404", "%s no existe", "the credential was deactivated, or its client",
			http.StatusNotFound, reads},
		{"another thing does not exist, at 200", "%s no existe", "the same", http.StatusOK, reads},
		{"another thing does not exist, as a framework says it", `No query results for model [App\Models\%s] 7`,
			"the same, in Laravel's own words", http.StatusNotFound, reads},
		{"a direct read is not found at 404", "Recurso no encontrado", "a route or a table is missing for a moment",
			http.StatusNotFound, direct},
	} {
		out = append(out, Fault{Name: text.name, Why: text.why, applies: text.applies, reply: func(_ *Model, r Request, _ Answer) Reply {
			says := text.says
			if strings.Contains(says, "%s") {
				says = fmt.Sprintf(says, anotherThan(r))
			}
			return envelope(text.status, fail(says))
		}})
	}
	return out
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
