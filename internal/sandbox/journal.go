package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Entry is one request in the journal. Credentials are never kept, nor are e-mail addresses in the query, nor more of a
// body than About.
type Entry struct {
	Seq       int64         `json:"seq"`       // orders entries by when the work was done, over all processes that share the file
	Time      time.Time     `json:"time"`      // when the request came in
	Operation string        `json:"operation"` // "" when the route does not exist
	Method    string        `json:"method"`
	Path      string        `json:"path"`      // escaped
	Query     string        `json:"query"`     // raw, personal data redacted
	About     string        `json:"about"`     // what the body names, such as "placa=PBA-1234 cliente_id=1"
	Status    int           `json:"status"`    // sent; 0 when the connection was cut or the client was gone
	OK        bool          `json:"ok"`        // the service said ok, even when a fault then kept the client from reading it
	Committed bool          `json:"committed"` // a write took effect; one that found nothing to change did not
	Failed    bool          `json:"failed"`    // the client did not get what it asked for: see failed
	Fault     string        `json:"fault"`     // that struck, such as drop@after, or ""; a late one has its entry once the work is done
	Duration  time.Duration `json:"duration"`  // until the answer was ready to send, or the work done that came after it
}

// Journal returns every entry, oldest first.
func (s *Sandbox) Journal(ctx context.Context) (all []Entry, err error) {
	c := &call{ctx: ctx, db: s.db}
	text := c.records(selectEntries + `ORDER BY seq`)
	if c.err != nil {
		return nil, fmt.Errorf("journal: %w", c.err)
	}
	err = json.Unmarshal(text, &all)
	return all, err
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

// failed is [Entry].Failed in SQL: the service said fail, or a fault spoiled the answer. A look-up of something that does
// not exist got its answer, and slow answers are no failures.
const failed = `(NOT ok AND NOT (method = 'GET' AND status = 404 AND fault = '' AND operation <> '') OR status = 0
	OR fault <> '' AND fault NOT GLOB 'delay@*')`

// selectEntries selects entries as JSON.
var selectEntries = statement(`SELECT json_object('seq', seq, 'time', strftime('%Y-%m-%dT%H:%M:%S', time / 1000000, 'unixepoch')
	|| printf('.%06dZ', time % 1000000), 'operation', operation, 'method', method, 'path', path, 'query', query, 'about', about,
	'status', status, 'ok',`, truth("ok"), `, 'committed',`, truth("committed"), `, 'failed',`, truth(failed), `, 'fault', fault,
	'duration', duration) FROM journal `)

// truth is a condition, in SQL, as true and false of JSON.
func truth(condition string) string { return statement("json(iif(", condition, ", 'true', 'false'))") }

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
