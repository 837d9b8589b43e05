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
	send(t, s, "POST", "/external/placa", `{"placa":"SECRETO","tipo_vehiculo_id":1}`, "Authorization:CREDENCIAL")
	send(t, s, "GET", "/external/cliente-email?x=1&email=quien%40example.com&Email=quien2%40example.com", "")
	send(t, s, "PUT", "/external/sancion-cerrar/7", "") // closed already
	send(t, s, "GET", "/external/placa/A%2FB", "")
	send(t, s, "GET", "/external/nada", "")
	entries, err := s.Journal(t.Context())
	must(t, err)
	want := []Entry{
		{Seq: 1, Operation: "registrar_placa", Method: "POST", Path: "/external/placa", About: "placa=SECRETO", Status: 200, OK: true, Committed: true},
		{Seq: 2, Operation: "cliente_email", Method: "GET", Path: "/external/cliente-email", Query: "x=1&email=REDACTED&Email=REDACTED", Status: 422, Failed: true},
		{Seq: 3, Operation: "sancion_cerrar", Method: "PUT", Path: "/external/sancion-cerrar/7", Status: 200, OK: true},
		{Seq: 4, Operation: "placa", Method: "GET", Path: "/external/placa/A%2FB", Status: 404},
		{Seq: 5, Method: "GET", Path: "/external/nada", Status: 404, Failed: true},
	}
	for i := range entries {
		if took, ago := entries[i].Duration, time.Since(entries[i].Time); took <= 0 || ago < took || ago > time.Hour {
			t.Errorf("entry %d took %s, and came in %s ago", i, took, ago)
		}
		entries[i].Duration, entries[i].Time = 0, time.Time{}
		if entries[i] != want[i] {
			t.Errorf("got  %+v\nwant %+v", entries[i], want[i])
		}
	}
	if lines := strings.Count(log.String(), "\n"); lines != 5 {
		t.Errorf("%d log lines for 5 requests:\n%s", lines, log.String())
	}
	for _, secret := range []string{"SECRETO", "CREDENCIAL", "example.com"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %s:\n%s", secret, log.String())
		}
	}
	must(t, s.ResetJournal(t.Context()))
	if entries, err := s.Journal(t.Context()); err != nil || len(entries) != 0 {
		t.Errorf("after a reset: %v %v", entries, err)
	}
}
