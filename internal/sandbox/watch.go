package sandbox

import (
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// watchPath is the page on which people watch the sandbox; it is no part of the service, needs no Authorization and
// changes nothing.
const watchPath = "/_sandbox/"

// What the page shows at most of each kind, newest first, so that watching a large fleet costs the sandbox little.
const (
	watchedThings   = 50
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
	Time      time.Time    `json:"time"`
	InFlight  int          `json:"in_flight"` // of this process
	Oldest    int64        `json:"oldest"`    // seq of the oldest entry of the journal, 0 without any
	Newest    int64        `json:"newest"`
	Requests  int          `json:"requests"`
	Writes    int          `json:"writes"`
	Failures  int          `json:"failures"`
	Seconds   []nowSecond  `json:"seconds"` // of the last watchedSpan
	Placas    int          `json:"placas"`
	Linked    int          `json:"linked"` // of these plates, to any client
	Clientes  []nowCliente `json:"clientes"`
	Reservas  []nowReserva `json:"reservas"`
	Sanciones []nowSancion `json:"sanciones"`
	Journal   []Entry      `json:"journal"` // oldest first
}

// nowSecond counts the requests that came in and those that ended in a second. So many more came in than ended, up to a
// moment, as are in flight then.
type nowSecond struct {
	Second   int64 `json:"second"` // in Unix seconds
	Began    int   `json:"began"`
	Ended    int   `json:"ended"`
	Writes   int   `json:"writes"`   // of those that ended, without failures
	Failures int   `json:"failures"` // of those that ended
}

type nowCliente struct {
	ID        int64           `json:"id"`
	Nombre    string          `json:"nombre"`
	Vehiculos int             `json:"vehiculos"`
	Favoritas int             `json:"favoritas"`
	Placas    json.RawMessage `json:"placas"` // the newest
}

type nowReserva struct {
	ID      int64     `json:"id"`
	TramoID int64     `json:"tramo_id"`
	Placa   string    `json:"placa"`
	Minutos int       `json:"minutos"`
	Estado  string    `json:"estado"`
	Fin     time.Time `json:"fin"`
}

type nowSancion struct {
	ID      int64  `json:"id"`
	Placa   string `json:"placa"`
	TramoID int64  `json:"tramo_id"`
	Estado  string `json:"estado"`
	Pago    string `json:"pago"` // transaction code, "" where it is not paid
}

// serveWatch serves the page and what it asks for. The page loads nothing from elsewhere, and no other page may show it
// in a frame.
func (s *Sandbox) serveWatch(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:; frame-ancestors 'none'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page can only be read", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path == watchPath+"now" {
		s.serveNow(w, r)
		return
	}
	files, err := fs.Sub(web, "web")
	if err != nil {
		http.Error(w, "the page is missing", http.StatusInternalServerError)
		return
	}
	http.StripPrefix(strings.TrimSuffix(watchPath, "/"), http.FileServerFS(files)).ServeHTTP(w, r)
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
func (s *Sandbox) watch(ctx context.Context, since int64) (state now, err error) {
	c := &call{ctx: ctx, db: s.db}
	state.Time, state.InFlight = s.now().UTC(), s.inFlight.atWork()
	err = s.db.QueryRowContext(ctx, `SELECT COALESCE((SELECT MIN(seq) FROM journal), 0), COALESCE((SELECT MAX(seq) FROM journal), 0),
		(SELECT COUNT(*) FROM placas), (SELECT COUNT(DISTINCT placa) FROM vehiculos)`).
		Scan(&state.Oldest, &state.Newest, &state.Placas, &state.Linked)
	if err != nil {
		return state, err
	}
	err = s.db.QueryRowContext(ctx, `SELECT COUNT(*), COUNT(*) FILTER (WHERE committed), COUNT(*) FILTER (WHERE `+failed+`)
		FROM journal WHERE seq > ? AND seq <= ?`, since, state.Newest).Scan(&state.Requests, &state.Writes, &state.Failures)
	if err != nil {
		return state, err
	}
	state.Seconds, err = rows(c, func(r scanner) (out nowSecond, err error) {
		return out, r.Scan(&out.Second, &out.Began, &out.Ended, &out.Writes, &out.Failures)
	}, `WITH
		come AS (SELECT time / 1000000 AS began, (time + duration / 1000) / 1000000 AS ended, committed, `+failed+` AS failed
			FROM journal WHERE seq > ?1 AND seq <= ?2),
		moments AS (SELECT MAX(began, ?3) AS second, 1 AS began, 0 AS ended, 0 AS writes, 0 AS failures FROM come WHERE ended >= ?3
			UNION ALL SELECT ended, 0, 1, committed AND NOT failed, failed FROM come WHERE ended >= ?3)
		SELECT second, SUM(began), SUM(ended), SUM(writes), SUM(failures) FROM moments GROUP BY second ORDER BY second`,
		since, state.Newest, state.Time.Add(-watchedSpan).Unix())
	if err != nil {
		return state, err
	}
	state.Clientes, err = rows(c, func(r scanner) (out nowCliente, err error) {
		var placas string
		err = r.Scan(&out.ID, &out.Nombre, &out.Vehiculos, &out.Favoritas, &placas)
		out.Placas = json.RawMessage(placas)
		return out, err
	}, `SELECT c.id, c.nombre, (SELECT COUNT(*) FROM vehiculos WHERE cliente_id = c.id),
		(SELECT COUNT(*) FROM favoritas WHERE cliente_id = c.id),
		(SELECT json_group_array(placa) FROM (SELECT placa FROM vehiculos WHERE cliente_id = c.id ORDER BY id DESC LIMIT ?))
		FROM clientes c ORDER BY c.id LIMIT ?`, watchedPlates, watchedThings)
	if err != nil {
		return state, err
	}
	state.Reservas, err = rows(c, func(r scanner) (out nowReserva, err error) {
		var fin int64
		err = r.Scan(&out.ID, &out.TramoID, &out.Placa, &out.Minutos, &out.Estado, &fin)
		out.Fin = time.Unix(fin, 0).UTC()
		if out.Estado != "cancelada" && !out.Fin.After(s.now()) {
			out.Estado += ", terminada"
		}
		return out, err
	}, `SELECT r.id, r.tramo_id, v.placa, r.minutos, r.estado, r.fin
		FROM reservas r JOIN vehiculos v ON v.id = r.vehiculo_id ORDER BY r.id DESC LIMIT ?`, watchedThings)
	if err != nil {
		return state, err
	}
	state.Sanciones, err = rows(c, func(r scanner) (out nowSancion, err error) {
		return out, r.Scan(&out.ID, &out.Placa, &out.TramoID, &out.Estado, &out.Pago)
	}, `SELECT s.id, s.placa, s.tramo_id, s.estado, COALESCE(p.codigo, '')
		FROM sanciones s LEFT JOIN pagos p ON p.sancion_id = s.id ORDER BY s.id DESC LIMIT ?`, watchedThings)
	if err != nil {
		return state, err
	}
	state.Journal, err = s.journal(ctx, `seq > ? AND seq <= ? AND (seq > ? OR `+failed+`) ORDER BY seq DESC LIMIT ?`,
		since, state.Newest, state.Newest-watchedRequests, watchedRequests+watchedFailures)
	slices.Reverse(state.Journal)
	return state, err
}
