package sandbox

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestJournal(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := open(t, Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	send(t, s, "POST placa", `{"placa":"SECRETO","tipo_vehiculo_id":1}`, "Authorization:CREDENCIAL")
	send(t, s, "GET cliente-email?x=1&email=quien%40example.com&Email=quien2%40example.com", "")
	send(t, s, "PUT sancion-cerrar/7", "") // closed already
	send(t, s, "GET placa/A%2FB", "")
	send(t, s, "GET nada", "")
	want := []Entry{
		{Operation: "registrar_placa", Method: "POST", Path: "placa", About: "placa=SECRETO", Status: 200, OK: true, Committed: true},
		{Operation: "cliente_email", Method: "GET", Path: "cliente-email", Query: "x=1&email=REDACTED&Email=REDACTED", Status: 422,
			Failed: true},
		{Operation: "sancion_cerrar", Method: "PUT", Path: "sancion-cerrar/7", Status: 200, OK: true},
		{Operation: "placa", Method: "GET", Path: "placa/A%2FB", Status: 404},
		{Method: "GET", Path: "nada", Status: 404, Failed: true},
	}
	for i, got := range journal(t, s, len(want)) {
		if took, ago := got.Duration, time.Since(got.Time); took <= 0 || ago < took || ago > time.Hour {
			t.Errorf("entry %d took %s, and came in %s ago", i, took, ago)
		}
		want[i].Seq, want[i].Path, want[i].Time, want[i].Duration = int64(i)+1, "/external/"+want[i].Path, got.Time, got.Duration
		equal(t, "entry", got, want[i])
	}
	equal(t, "log lines", strings.Count(log.String(), "\n"), len(want))
	for _, secret := range []string{"SECRETO", "CREDENCIAL", "example.com"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %s:\n%s", secret, log.String())
		}
	}
	must(t, s.ResetJournal(t.Context()))
	journal(t, s, 0)
}
