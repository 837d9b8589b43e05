package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Bytes after the end of an answer are logged by net/http itself, unmasked. Nothing of them reaches standard error, whatever
// is logged.
func TestStandardError(t *testing.T) {
	t.Parallel()
	const secret = "zutana@example.org"
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = connection.Close() }()
		const body = `{"estado":"fail","error":"Intente luego"}`
		// The connection is idle until the next try, which this answer asks to wait for.
		const head = "HTTP/1.1 500 Internal Server Error\r\nRetry-After: 1\r\nContent-Length: %d\r\n\r\n%s"
		_, _ = fmt.Fprintf(connection, head, len(body), body)
		time.Sleep(50 * time.Millisecond)
		_, _ = connection.Write([]byte(secret))
	}))
	defer server.Close()
	command := exec.CommandContext(t.Context(), name, "export", "-cliente", "7")
	command.Env = append(os.Environ(), "TF_LOG=TRACE", "PARKING_BASE_URL="+server.URL, "PARKING_CREDENTIAL=clave",
		"PARKING_MAX_RETRIES=1")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	err := command.Run()
	if err == nil || requests.Load() < 2 {
		t.Errorf("%d requests, and the program ended with %v", requests.Load(), err)
	}
	if said := stderr.String(); !strings.Contains(said, "nothing was written") || strings.Contains(said, secret) {
		t.Errorf("standard error has\n%s", said)
	}
}
