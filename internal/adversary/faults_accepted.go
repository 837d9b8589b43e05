package adversary

import (
	"fmt"
	"maps"
)

// accepted are answers to writes that say that they were carried out, and do not say how. A service may queue a write, lose it
// from the queue, or be asked twice by what is between.
func accepted() []Fault {
	out := []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, accepts: true, twice: true, rare: true, applies: writes},
		{Name: fmt.Sprintf("ok, done after %s", Later), Why: "the service queues writes, and answers before",
			Done: true, After: Later, accepts: true, pretends: true, rare: true, applies: writes},
		{Name: "ok, not done", Why: "the same, and the queue is lost", accepts: true, pretends: true, rare: true, applies: writes},
	}
	for _, done := range []bool{false, true} {
		out = append(out, Fault{Name: "ok with errores" + doneOr(done), Why: "a part of the work failed, such as the mail after it",
			Done: done, accepts: true, pretends: !done, rare: true, applies: writes, reply: func(_ *Model, _ Request, honest Answer) Reply {
				body := maps.Clone(honest.Body)
				body["error"], body["errores"] = "Fallo parcial", map[string]any{"campo": []any{"no se pudo guardar"}}
				return envelope(honest.Status, body)
			}})
	}
	return out
}
