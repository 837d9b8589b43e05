package sandbox

import (
	"cmp"
	"context"
	"database/sql"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
)

// Options configures a [Sandbox]. The zero value is a quick, faultless service kept in memory.
type Options struct {
	Database string  // path of the SQLite file, made when absent; "" and ":memory:" keep everything in memory
	Latency  Latency // how long operations take, see [ParseLatency]
	Faults   []Fault // the failures to produce, see [ParseFaults]
	Seed     uint64  // of the random choice of faults: the same seed and the same requests fail the same way
	// Credential, when set, is the only accepted credential besides the tokens the sandbox issues itself. When empty
	// every non-blank credential is accepted.
	Credential string
	Service    Service // how it answers where the interface document is silent
	// AcceptDuplicates takes the hostile reading of what registering twice does: a plate is overwritten, a vehicle gets
	// a second record. Without it both are refused.
	AcceptDuplicates bool
	// Logger gets one line a request, never a body nor a credential; nil discards them.
	Logger *slog.Logger
}

// Sandbox is the embedded service. It is safe for concurrent use, and several may have the same file open.
type Sandbox struct {
	faults
	options Options
	log     *slog.Logger
	edge    http.Handler // nil where Options.Service is as the sandbox is
	db      *sql.DB
	close   func() error
	// writing orders the writers of this process, so that SQLite's busy handler, which sleeps, is only needed between
	// processes.
	writing sync.Mutex

	inFlight atomic.Int64    // requests, for the page
	working  sync.RWMutex    // held for reading by everything that may write to the store, and for ever by Close
	open     context.Context // ends with Close: what waits inside the sandbox waits no longer than this
	shut     context.CancelFunc
}

// Open opens the database of o, making and seeding it when it is new. The error tells an unusable file, a file made by
// another version, or faults that cannot be.
func Open(ctx context.Context, o Options) (*Sandbox, error) {
	//nolint:gosec // repeatable on purpose, nothing secret depends on it
	random := rand.New(rand.NewPCG(o.Seed, 0))
	s := &Sandbox{options: o, log: cmp.Or(o.Logger, slog.New(slog.DiscardHandler)), faults: faults{random: random}}
	err := s.add(o.Faults...)
	if err != nil {
		return nil, err
	}
	if s.db, s.close, err = openStore(ctx, o.Database); err != nil {
		return nil, err
	}
	if len(o.Service.Values) > 0 {
		s.edge = http.StripPrefix(o.Service.of("base path"), &edge{box: http.HandlerFunc(s.handleItself), is: o.Service})
	}
	s.open, s.shut = context.WithCancel(context.WithoutCancel(ctx))
	return s, nil
}

// Close ends what still waits, without doing its work, finishes the work that has begun, in the background as well, and
// closes the database. Requests that come later are cut.
func (s *Sandbox) Close() error {
	s.shut()
	s.working.Lock()
	return s.close()
}

// DB is the store, for tests that change or delete rows behind a client's back; its tables are in schema. Deleting a row
// takes what refers to it along. A sandbox in memory has a single connection: close rows before sending the next request.
func (s *Sandbox) DB() *sql.DB { return s.db }
