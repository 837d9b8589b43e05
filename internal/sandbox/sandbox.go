package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// maxBody bounds a request body, in bytes; the largest legitimate one is well under a kilobyte.
const maxBody = 1 << 20

// Options configures a [Sandbox]. The zero value is a quick, faultless service kept in memory.
type Options struct {
	// Database is the path of the SQLite file, made when absent; "" keeps everything in memory.
	Database string
	// Latency is how long operations take, see [ParseLatency].
	Latency Latency
	// Faults are the failures to produce, see [ParseFaults].
	Faults []Fault
	// Seed seeds the random choice of faults: the same seed and the same requests fail the same way.
	Seed uint64
	// Credential, when set, is the only accepted credential besides the tokens the sandbox issues itself.
	// When empty every non-blank credential is accepted.
	Credential string
	// FailStatus, when not 0, is the HTTP status of every fail envelope. The real service may well answer a failure
	// with 200 (A2).
	FailStatus int
	// AcceptDuplicates takes the hostile reading of what registering twice does: a plate is overwritten, a vehicle
	// gets a second record. Without it both are refused.
	AcceptDuplicates bool
	// Now is the clock of reservations, tokens and the journal; nil means time.Now.
	Now func() time.Time
	// Logger gets one line a request, never a body nor a credential; nil discards them.
	Logger *slog.Logger
}

// Sandbox is the embedded service. It is safe for concurrent use, and several may have the same file open.
type Sandbox struct {
	options Options
	log     *slog.Logger
	now     func() time.Time
	routes  routes
	faults  *faults
	db      *sql.DB
	close   func() error
	// writing orders the writers of this process, so that SQLite's busy handler, which sleeps, is only needed
	// between processes.
	writing sync.Mutex
}

// Open opens the database of o, making and seeding it when it is new. The error tells an unusable file, a file made
// by a newer version, or options that name no operation.
func Open(ctx context.Context, o Options) (*Sandbox, error) {
	if err := o.Latency.validate(); err != nil {
		return nil, err
	}
	for _, f := range o.Faults {
		if err := f.validate(); err != nil {
			return nil, err
		}
	}
	if o.FailStatus != 0 && (o.FailStatus < 200 || o.FailStatus > 599) {
		return nil, fmt.Errorf("fail status %d is no status of an answer (200 to 599)", o.FailStatus)
	}
	s := &Sandbox{
		options: o,
		log:     o.Logger,
		now:     o.Now,
		routes:  newRoutes(),
		faults:  newFaults(o.Seed, o.Faults),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	if s.db, s.close, err = openStore(ctx, o.Database); err != nil {
		return nil, err
	}
	return s, nil
}

// Close closes the database. Requests in flight then fail, so stop serving first.
func (s *Sandbox) Close() error {
	return s.close()
}

// DB is the store, for tests that change or delete rows behind a client's back. Tables: placas, vehiculos, clientes,
// favoritas, reservas, pagos, sanciones, recibos (receipts sent), tokens, tramos, zonas, celdas, conectores, tarifas,
// tipos_vehiculo, faqs, faq_grupos, journal. Deleting a row takes what refers to it along. A sandbox in memory has a
// single connection: close rows before sending the next request.
func (s *Sandbox) DB() *sql.DB { return s.db }

// Inject adds faults to those already there. A fault that names no operation never strikes.
func (s *Sandbox) Inject(f ...Fault) { s.faults.add(f...) }

// ClearFaults removes every fault, those of the options included.
func (s *Sandbox) ClearFaults() { s.faults.clear() }

// ServeHTTP answers one request of the service, or of the sandbox's own journal. It panics with
// http.ErrAbortHandler, as handlers do, to cut the connection.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == journalPath {
		s.serveJournal(w, r)
		return
	}
	started := time.Now()
	entry := Entry{Time: s.now().UTC(), Method: r.Method, Path: r.URL.EscapedPath(), Query: redact(r.URL.RawQuery), UserAgent: r.UserAgent()}

	// The body is read before any wait: net/http only notices a client that goes away once nothing is left to read.
	body, bodyErr := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	op, param, routeErr := s.routes.match(r)
	record := func() {
		entry.Duration = time.Since(started)
		s.record(context.WithoutCancel(r.Context()), entry)
	}
	abort := func() {
		entry.Status = 0
		record()
		panic(http.ErrAbortHandler)
	}

	var fault *Fault
	if op != nil {
		entry.Operation = op.name
		if !sleep(r.Context(), s.options.Latency.of(op)) {
			abort()
		}
		if fault = s.faults.pick(op); fault != nil {
			entry.Fault = fault.label()
		}
	}

	if fault != nil && fault.When == Before {
		if fault.Kind != Delay {
			made := fault.spoil(answer{status: http.StatusOK, body: []byte(`{"estado":"ok","data":{"message":"Operación realizada"}}`)})
			entry.Status = made.status
			record()
			made.send(r.Context(), w)
			return
		}
		if !sleep(r.Context(), fault.Delay) {
			abort()
		}
	}

	// From here on the work is done whether or not the client still listens, as a real service would.
	made := s.answer(context.WithoutCancel(r.Context()), r, op, param, body, errors.Join(routeErr, bodyErr))
	entry.OK, entry.Committed = made.ok, made.committed
	if fault != nil && fault.When == After {
		made = fault.spoil(made)
	}
	entry.Status = made.status
	// Recorded before it is sent: whoever has the answer finds the entry.
	record()
	made.send(r.Context(), w)
}

// sleep waits for d and tells whether ctx lasted that long.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
