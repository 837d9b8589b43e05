package sandbox

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Entry is one request in the journal. Credentials are never kept, nor are e-mail addresses in the query, nor more of a
// body than About.
type Entry struct {
	// Seq numbers entries in the order the work was done, over all processes that share the file.
	Seq int64 `json:"seq"`
	// Time is when the request came in.
	Time time.Time `json:"time"`
	// Operation is the operation's name, "" when the route does not exist.
	Operation string `json:"operation"`
	Method    string `json:"method"`
	// Path is the escaped path.
	Path string `json:"path"`
	// Query is the raw query, personal data redacted.
	Query string `json:"query"`
	// About is what the body names, such as "placa=PBA-1234 cliente_id=1".
	About string `json:"about"`
	// Status is the HTTP status sent, 0 when the connection was cut or the client was gone.
	Status int `json:"status"`
	// OK tells that the service said ok, even when a fault then kept the client from reading it.
	OK bool `json:"ok"`
	// Committed tells that a write took effect; a write that found nothing to change did not.
	Committed bool `json:"committed"`
	// Failed tells that the client did not get what it asked for: the service said fail, or a fault spoiled the answer. A
	// look-up of something that does not exist got its answer.
	Failed bool `json:"failed"`
	// Fault is the fault that struck, such as drop@after, or "". A late one has its entry once the work is done.
	Fault string `json:"fault"`
	// Duration is the time until the answer was ready to send, or until the work was done that came after it, in
	// nanoseconds in JSON.
	Duration time.Duration `json:"duration"`
}

// Journal returns every entry, oldest first.
func (s *Sandbox) Journal(ctx context.Context) ([]Entry, error) {
	return s.journal(ctx, `true ORDER BY seq`)
}

// ResetJournal forgets every entry; numbering goes on.
func (s *Sandbox) ResetJournal(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, err := s.db.ExecContext(ctx, `DELETE FROM journal`); err != nil {
		return fmt.Errorf("reset journal: %w", err)
	}
	return nil
}

// failed is [Entry].Failed in SQL. Slow answers are no failures.
const failed = `(NOT ok AND NOT (method = 'GET' AND status = 404 AND fault = '' AND operation <> '') OR status = 0
	OR fault <> '' AND fault NOT GLOB 'delay@*')`

// journal reads the entries that where selects, and orders.
func (s *Sandbox) journal(ctx context.Context, where string, args ...any) ([]Entry, error) {
	entries, err := rows(&call{ctx: ctx, db: s.db}, func(r *sql.Rows) (Entry, error) {
		var e Entry
		var micros int64
		err := r.Scan(&e.Seq, &micros, &e.Operation, &e.Method, &e.Path, &e.Query, &e.About, &e.Status, &e.OK, &e.Committed,
			&e.Failed, &e.Fault, &e.Duration)
		e.Time = time.UnixMicro(micros).UTC()
		return e, err
	}, `SELECT seq, time, operation, method, path, query, about, status, ok, committed, `+failed+`, fault, duration
		FROM journal WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return entries, nil
}

// write puts e in the journal and the log. A journal that cannot be written must not fail the request, whose write may
// be committed already.
func (s *Sandbox) write(ctx context.Context, e Entry) {
	s.log.Info("request", "operation", e.Operation, "method", e.Method, "path", e.Path, "status", e.Status, "ok", e.OK,
		"fault", e.Fault, "duration", e.Duration)
	s.writing.Lock()
	defer s.writing.Unlock()
	_, err := s.db.ExecContext(ctx, `INSERT INTO journal
		(time, operation, method, path, query, about, status, ok, committed, fault, duration)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Time.UnixMicro(), e.Operation, e.Method, e.Path, e.Query, e.About, e.Status, e.OK, e.Committed, e.Fault, e.Duration.Nanoseconds())
	if err != nil {
		s.log.Error("journal entry lost", "error", err)
	}
}

// about names the things in a body, none of which is personal data or a secret.
func about(body []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var fields map[string]any
	if decoder.Decode(&fields) != nil {
		return "" // the answer says what is wrong
	}
	var parts []string
	for _, name := range []string{"placa", "id", "cliente_id", "vehiculo_id", "tramo_id", "zona_id", "celda_id", "minutos"} {
		switch value := fields[name].(type) {
		case string, json.Number:
			parts = append(parts, fmt.Sprintf("%s=%.40s", name, value))
		}
	}
	return strings.Join(parts, " ")
}

// personal are the query parameters that are personal data or secrets.
var personal = regexp.MustCompile(`(?i)(^|&)(email|telefono|cedula|password)=[^&]*`)

func redact(query string) string { return personal.ReplaceAllString(query, "$1$2=REDACTED") }
