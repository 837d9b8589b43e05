package adversary

import (
	"net/http"
	"strings"
)

// caches are reads that something between answers with what it kept from before the last write. They say so: the client can
// tell them from what the service holds, so they excuse nothing.
func caches() (out []Fault) {
	for _, header := range []string{"Age: 30", "X-Cache: HIT"} {
		name, value, _ := strings.Cut(header, ": ")
		out = append(out, Fault{Name: "cached, " + header, Why: "a proxy that stores authorised reads, whatever is asked", applies: reads,
			reply: func(m *Model, r Request, _ Answer) Reply {
				kept := m.before(r)
				reply := envelope(kept.Status, kept.Body)
				reply.Header = http.Header{name: {value}}
				return reply
			}})
	}
	return out
}
