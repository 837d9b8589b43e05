package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// Bytes after the end of an answer are logged by net/http itself, unmasked. Nothing of them reaches standard error, whatever
// is logged.
func TestStandardError(t *testing.T) {
	t.Parallel()
	const secret = "zutana@example.org"
	service := answers.NewListener(t, func(rw http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(rw).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		// The connection is idle until the next try, which this answer asks to wait for.
		const body = `{"estado":"fail","error":"Intente luego"}`
		const head = "HTTP/1.1 500 Internal Server Error\r\nRetry-After: 1\r\nContent-Length: %d\r\n\r\n%s"
		_, _ = fmt.Fprintf(connection, head, len(body), body)
		time.Sleep(50 * time.Millisecond)
		_, _ = fmt.Fprint(connection, secret)
		_ = connection.Close()
	})
	command := exec.CommandContext(t.Context(), name, "export", "-cliente", "7")
	command.Env = append(os.Environ(), "TF_LOG=TRACE", "PARKING_BASE_URL="+service.URL, "PARKING_CREDENTIAL=clave", "PARKING_MAX_RETRIES=1")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if err := command.Run(); err == nil || len(service.Requests) < 2 {
		t.Errorf("%d requests, and the program ended with %v", len(service.Requests), err)
	}
	if said := stderr.String(); !strings.Contains(said, "nothing was written") || strings.Contains(said, secret) {
		t.Errorf("standard error has\n%s", said)
	}
}
