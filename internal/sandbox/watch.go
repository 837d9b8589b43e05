package sandbox

import (
	"context"
	"embed"
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// watchPath is the page on which people watch the sandbox; it is no part of the service, needs no Authorization and
// changes nothing.
const watchPath = "/_sandbox/"

// What the page shows at most of each kind, newest first, so that watching a large fleet costs the sandbox little.
const (
	watchedThings   = 50 // clients, and plates with several links
	watchedPlates   = 12
	watchedRequests = 500
	watchedFailures = 100 // those that are not among the requests
	watchedSpan     = 2 * time.Minute
)

//go:embed web
var web embed.FS

// now is what the page shows; of the journal, what came after the entry that the page names. It holds no credential and
// no body, and of a client the name alone.
type now struct {
	Time     time.Time       `json:"time"`
	InFlight int64           `json:"in_flight"` // of this process
	Oldest   int64           `json:"oldest"`    // seq of the oldest entry of the journal, 0 without any
	Newest   int64           `json:"newest"`
	Requests int             `json:"requests"`
	Writes   int             `json:"writes"`
	Failures int             `json:"failures"`
	Seconds  json.RawMessage `json:"seconds"` // of the last watchedSpan
	Placas   int             `json:"placas"`
	Linked   int             `json:"linked"` // of these plates, to any client
	Clientes json.RawMessage `json:"clientes"`
	Twice    json.RawMessage `json:"twice"`   // plates with several links, newest first, and the clients of the links
	Journal  json.RawMessage `json:"journal"` // entries, oldest first
}

// serveWatch serves the page and what it asks for. The page loads nothing from elsewhere, and no other page may show it
// in a frame.
func (s *Sandbox) serveWatch(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:; frame-ancestors 'none'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == watchPath+"now" {
		s.serveNow(w, r)
		return
	}
	//nolint:gosec // G703: what is embedded holds the page alone
	http.ServeFileFS(w, r, web, path.Join("web", strings.TrimPrefix(r.URL.Path, watchPath)))
}

func (s *Sandbox) serveNow(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64)
	if err != nil {
		http.Error(w, "since is the seq of an entry, or 0", http.StatusBadRequest)
		return
	}
	state, err := s.watch(r.Context(), since)
	if err != nil {
		http.Error(w, "the database cannot be read", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(state) // a failed write means that the client has gone
}

// watch reads what the page shows; of the journal what came after since. Each query stands alone, so that a sandbox in
// memory, which has one connection, goes on between them.
func (s *Sandbox) watch(ctx context.Context, since int64) (now, error) {
	c := &call{ctx: ctx, db: s.db, now: time.Now().UTC()}
	state := now{Time: c.now, InFlight: s.inFlight.Load()}
	c.one("", `SELECT coalesce((SELECT min(seq) FROM journal), 0), coalesce((SELECT max(seq) FROM journal), 0),
		(SELECT count(*) FROM placas), (SELECT count(DISTINCT placa) FROM vehiculos)`, nil,
		&state.Oldest, &state.Newest, &state.Placas, &state.Linked)
	c.one("", `SELECT count(*), count(*) FILTER (WHERE committed), count(*) FILTER (WHERE `+failed+`)
		FROM journal WHERE seq > ? AND seq <= ?`, []any{since, state.Newest}, &state.Requests, &state.Writes, &state.Failures)
	// So many more requests began than ended up to a second as are in flight then. Writes and failures count where they ended.
	state.Seconds = c.records(`WITH come AS (SELECT time / 1000000 AS began, (time + duration / 1000) / 1000000 AS ended, committed,
			`+failed+` AS failed, clock.now - ?2 AS first FROM journal, clock WHERE seq > ?3 AND seq <= ?4),
		moments AS (SELECT max(began, first) AS second, 1 AS began, 0 AS ended, 0 AS writes, 0 AS failures FROM come WHERE ended >= first
			UNION ALL SELECT ended, 0, 1, committed AND NOT failed, failed FROM come WHERE ended >= first)
		SELECT json_object('second', second, 'began', sum(began), 'ended', sum(ended), 'writes', sum(writes), 'failures', sum(failures))
		FROM moments GROUP BY second ORDER BY second`, int64(watchedSpan.Seconds()), since, state.Newest)
	state.Clientes = c.records(`SELECT json_object('id', c.id, 'nombre', c.nombre,
			'vehiculos', (SELECT count(*) FROM vehiculos WHERE cliente_id = c.id),
			'favoritas', (SELECT count(*) FROM favoritas WHERE cliente_id = c.id),
			'placas', json((SELECT json_group_array(placa)
				FROM (SELECT placa FROM vehiculos WHERE cliente_id = c.id ORDER BY id DESC LIMIT ?))))
		FROM clientes c ORDER BY c.id LIMIT ?`, watchedPlates, watchedThings)
	state.Twice = c.records(`SELECT json_object('placa', placa, 'clientes', json_group_array(cliente_id))
		FROM (SELECT id, placa, cliente_id FROM vehiculos
			WHERE placa IN (SELECT placa FROM vehiculos GROUP BY placa HAVING count(*) > 1) ORDER BY cliente_id)
		GROUP BY placa ORDER BY max(id) DESC LIMIT ?`, watchedThings)
	state.Journal = c.records(selectEntries+`WHERE seq IN (SELECT seq FROM journal WHERE seq > ? AND seq <= ? AND (seq > ? OR `+failed+`)
		ORDER BY seq DESC LIMIT ?) ORDER BY seq`, since, state.Newest, state.Newest-watchedRequests, watchedRequests+watchedFailures)
	return state, c.err
}
