package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

var listening = regexp.MustCompile(`^listening on (http://127\.0\.0\.1:[0-9]+)\n`)

// hints waits for what the command prints once it listens, and finds its base URL there.
func hints(t *testing.T, stdout io.Reader) (text, base string) {
	t.Helper()
	printed := make([]byte, 4096)
	n, err := stdout.Read(printed)
	m := listening.FindSubmatch(printed[:n])
	if m == nil {
		t.Fatalf("does not listen: %s, %v", printed[:n], err)
	}
	return string(printed[:n]), string(m[1])
}

// command runs Main and returns its hints and base URL, and a function that stops it and returns its exit code and what
// it printed on standard error.
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
	said, base = hints(t, reader)
	return said, base, stop
}

func fetch(t *testing.T, method, address, body, credential string) (int, string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	must(t, err)
	r.Header.Set("Authorization", credential)
	r.Header.Set("Content-Type", "application/json")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	all, err := io.ReadAll(response.Body)
	return response.StatusCode, string(all), err
}

func TestMainServes(t *testing.T) {
	t.Parallel()
	said, base, stop := command(t, "-database", filepath.Join(t.TempDir(), "s.db"), "-credential", "secreta", "-fault", "vehiculo=dropx1", "-seed", "3")
	for _, part := range []string{"PARKING_BASE_URL=" + base, "PARKING_CREDENTIAL=", "curl "} {
		if !strings.Contains(said, part) {
			t.Errorf("no %q in the hints:\n%s", part, said)
		}
	}
	if status, body, err := fetch(t, "POST", base+"/external/placa", aPlate, "secreta"); err != nil || status != 200 || !strings.Contains(body, `{"message":"Placa registrada"}`) {
		t.Errorf("got %d %s %v", status, body, err)
	}
	if status, body, err := fetch(t, "GET", base+"/external/informacion", "", "otra"); err != nil || status != 401 {
		t.Errorf("wrong credential: got %d %s %v", status, body, err)
	}
	if _, _, err := fetch(t, "POST", base+"/external/vehiculo", `{"cliente_id":1,"placa":"A"}`, "secreta"); !errors.Is(err, io.EOF) {
		t.Errorf("drop: got %v", err)
	}
	var refused bytes.Buffer
	if code := Main(t.Context(), []string{"-listen", strings.TrimPrefix(base, "http://")}, io.Discard, &refused); code != 1 ||
		!strings.Contains(refused.String(), "address already in use; -listen takes another address") {
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
	answered := make(chan string, 1)
	go func() {
		_, body, err := fetch(t, "GET", base+"/external/tramo/1", "", "x")
		answered <- fmt.Sprint(body, err)
	}()
	for now := ""; !strings.Contains(now, `"in_flight":1`) && len(answered) == 0; {
		var err error
		_, now, err = fetch(t, "GET", base+watchPath+"now?since=0", "", "")
		must(t, err)
	}
	if code, log := stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, log)
	}
	if got := <-answered; !strings.HasPrefix(got, `{"estado":"ok"`) {
		t.Errorf("in flight: %s", got)
	}
	if _, _, err := fetch(t, "GET", base+"/external/informacion", "", "x"); err == nil {
		t.Error("still listening")
	}
}
