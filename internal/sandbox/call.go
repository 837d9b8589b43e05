package sandbox

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"time"
)

// querier is what a call reads and writes through: the pool for reads, a transaction for writes.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// call is one request being answered.
type call struct {
	ctx        context.Context // a call lives exactly as long as its request
	db         querier
	now        time.Time
	clienteID  int64 // client tied to the credential
	duplicates bool  // Options.AcceptDuplicates

	param string
	query url.Values
	body  map[string]json.RawMessage
	wrong problems

	err     error // why the call fails; nothing is read or written after it
	changed bool  // a row was written
}

// answer runs the operation of x and puts its outcome in an envelope.
func (s *Sandbox) answer(ctx context.Context, x *exchange) answer {
	made, err := s.run(ctx, x)
	if err == nil {
		return made
	}
	if _, refused := errors.AsType[*refusal](err); !refused {
		s.log.Error("request failed", "path", x.r.URL.EscapedPath(), "error", err)
	}
	return fail(err)
}

// run answers a request; a write is one transaction, committed before run returns.
func (s *Sandbox) run(ctx context.Context, x *exchange) (answer, error) {
	if x.early != nil {
		return answer{}, x.early
	}
	c := &call{
		ctx: ctx, db: s.db, now: time.Now().UTC(), duplicates: s.options.AcceptDuplicates,
		param: x.param, wrong: problems{},
	}
	if !x.op.public {
		if err := s.authorize(c, x.r.Header.Get("Authorization")); err != nil {
			return answer{}, err
		}
	}
	if err := c.decode(x.r, x.body); err != nil {
		return answer{}, err
	}
	commit := func() error { return nil }
	if x.op.method != http.MethodGet { // it writes
		s.writing.Lock()
		defer s.writing.Unlock()
		tx, err := s.db.BeginTx(ctx, nil)
		if err != nil {
			return answer{}, fmt.Errorf("begin: %w", err)
		}
		defer func() { _ = tx.Rollback() }() // does nothing after a commit
		c.db, commit = tx, tx.Commit
	}
	data := x.op.handle(c)
	if !c.ready() {
		return answer{}, c.err
	}
	if err := commit(); err != nil {
		return answer{}, fmt.Errorf("commit: %w", err)
	}
	return succeed(data, c.changed)
}

// decode takes the query and body apart without looking at any field yet.
func (c *call) decode(r *http.Request, body []byte) error {
	var err error
	if c.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		return &refusal{status: http.StatusBadRequest, message: "La consulta está mal codificada"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return wrongHeader(http.StatusUnsupportedMediaType, "Content-Type", "Un cuerpo requiere Content-Type: application/json")
	}
	if err := json.Unmarshal(body, &c.body); err != nil || c.body == nil {
		return &refusal{status: http.StatusBadRequest, message: "El cuerpo no es un objeto JSON"}
	}
	return nil
}

// A handler first reads all its fields and looks at what they refer to, and notes what is wrong with them. The first
// statement after that refuses the request as a whole where anything is. From the first failure on statements do
// nothing and give zeros, so a handler does not have to ask after each.

// ready tells whether the request is valid and nothing has failed so far.
func (c *call) ready() bool {
	if c.err == nil {
		c.err = c.check()
	}
	return c.err == nil
}

// fail ends the call, unless something else has.
func (c *call) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// exec runs one write and notes whether it changed anything. It gives the id of a row that it inserted.
func (c *call) exec(query string, args ...any) int64 {
	if !c.ready() {
		return 0
	}
	result, err := c.db.ExecContext(c.ctx, query, args...)
	if err != nil {
		c.fail(fmt.Errorf("write: %w", err))
		return 0
	}
	rows, _ := result.RowsAffected() // which SQLite always tells
	id, _ := result.LastInsertId()
	c.changed = c.changed || rows > 0
	return id
}

// mustChange refuses with missing where the writes changed nothing.
func (c *call) mustChange(missing string) {
	if !c.changed {
		c.fail(notFound(missing))
	}
}

// withClock gives the queries below the time of the call, as clock.now in Unix seconds.
const withClock = "WITH clock AS (SELECT ? AS now)"

// one reads a single row, or refuses with missing where there is none.
func (c *call) one(missing, query string, args []any, dest ...any) {
	if !c.ready() {
		return
	}
	err := c.db.QueryRowContext(c.ctx, statement(withClock, query), append([]any{c.now.Unix()}, args...)...).Scan(dest...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		c.fail(notFound(missing))
	case err != nil:
		c.fail(fmt.Errorf("read: %w", err))
	}
}

// record reads a single row that is a JSON object, or refuses with missing where there is none.
func (c *call) record(missing, query string, args ...any) json.RawMessage {
	var text string
	c.one(missing, query, args, &text)
	return json.RawMessage(text)
}

// records reads all rows, each of them a JSON object, as a JSON array.
func (c *call) records(query string, args ...any) json.RawMessage {
	return c.record("", statement(", found (record) AS (", query, ") SELECT json_group_array(json(record)) FROM found"), args...)
}
