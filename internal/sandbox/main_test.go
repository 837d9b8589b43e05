package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

var listening = regexp.MustCompile(`^listening on (http://127\.0\.0\.1:[0-9]+)\n`)

// command runs Main and gives what it prints once it listens, its base URL, and a function that stops it and gives its exit
// code and what it printed on standard error.
func command(t *testing.T, args ...string) (said, base string, stop func() (int, string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	code := make(chan int, 1)
	var stderr bytes.Buffer
	reader, stdout := io.Pipe()
	go func() {
		code <- Main(ctx, append([]string{"-listen", "127.0.0.1:0"}, args...), stdout, &stderr)
		_ = stdout.Close()
	}()
	stop = sync.OnceValues(func() (int, string) {
		cancel()
		return <-code, stderr.String()
	})
	t.Cleanup(func() { stop() })
	printed := make([]byte, 4096)
	n, err := reader.Read(printed)
	m := listening.FindSubmatch(printed[:n])
	if m == nil {
		t.Fatalf("does not listen: %s, %v", printed[:n], err)
	}
	return string(printed[:n]), string(m[1]), stop
}

func fetch(t *testing.T, request, body, credential string) reply {
	t.Helper()
	return ask(t, &http.Transport{DisableKeepAlives: true}, request, body, "Authorization:"+credential)
}

func TestMainServes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.db")
	said, base, stop := command(t, "-database", file, "-credential", "secreta", "-fault", "vehiculo=dropx1", "-seed", "3")
	for _, part := range []string{"PARKING_BASE_URL=" + base, "PARKING_CREDENTIAL=", "curl "} {
		if !strings.Contains(said, part) {
			t.Errorf("no %q in the hints:\n%s", part, said)
		}
	}
	fetch(t, "POST "+base+"/external/placa", aPlate, "secreta").want(t, 200, okPlate)
	fetch(t, "GET "+base+"/external/informacion", "", "otra").want(t, 401, "")
	if r := fetch(t, "POST "+base+"/external/vehiculo", `{"cliente_id":1,"placa":"A"}`, "secreta"); !errors.Is(r.err, io.EOF) {
		t.Errorf("drop: got %+v", r)
	}
	var refused bytes.Buffer
	code := Main(t.Context(), []string{"-listen", strings.TrimPrefix(base, "http://")}, io.Discard, &refused)
	if code != 1 || !strings.Contains(refused.String(), "address already in use; -listen takes another address") {
		t.Errorf("the same address again: exit code %d, %s", code, &refused)
	}
	code, log := stop()
	if code != 0 || !strings.Contains(log, "operation=registrar_placa") || strings.Contains(said+log, "secreta") {
		t.Errorf("exit code %d, want 0, and the requests in the log without the credential:\n%s", code, log)
	}
}

// A request in flight when the command is stopped is finished.
func TestMainFinishes(t *testing.T) {
	t.Parallel()
	_, base, stop := command(t, "-latency", "tramo=2s")
	answered := make(chan reply, 1)
	go func() { answered <- fetch(t, "GET "+base+"/external/tramo/1", "", "x") }()
	for now := ""; !strings.Contains(now, `"in_flight":1`) && len(answered) == 0; {
		r := fetch(t, "GET "+base+watchPath+"now?since=0", "", "")
		must(t, r.err)
		now = r.body
	}
	if code, log := stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, log)
	}
	data[any](t, <-answered)
	if r := fetch(t, "GET "+base+"/external/informacion", "", "x"); r.err == nil {
		t.Error("still listening")
	}
}
