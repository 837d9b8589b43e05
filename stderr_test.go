package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// asProgram makes this test binary the program.
const asProgram = "PARKING_TEST_PROGRAM"

// Bytes after the end of an answer are logged by net/http itself, unmasked. Nothing of them reaches standard error, whatever
// is logged.
func TestStandardError(t *testing.T) {
	t.Parallel()
	if os.Getenv(asProgram) != "" {
		os.Args = []string{"terraform-provider-parking", "export", "-cliente", "7"}
		main()
	}
	const secret = "zutana@example.org"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = connection.Close() }()
		const body = `{"estado":"fail","error":"Intente luego"}`
		_, _ = fmt.Fprintf(connection, "HTTP/1.1 500 Internal Server Error\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		time.Sleep(50 * time.Millisecond) // so that the connection is idle
		_, _ = connection.Write([]byte(secret))
	}))
	defer server.Close()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestStandardError$")
	command.Env = append(os.Environ(), asProgram+"=1", "TF_LOG=TRACE", "PARKING_BASE_URL="+server.URL, "PARKING_CREDENTIAL=clave",
		"PARKING_MAX_RETRIES=3")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if command.Run() == nil {
		t.Error("nothing failed")
	}
	if said := stderr.String(); !strings.Contains(said, "nothing was written") || strings.Contains(said, secret) {
		t.Errorf("standard error has\n%s", said)
	}
}
