package parking

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// appending makes this test binary one of the processes of TestAuditOfSeveralProcesses.
const appending = "PARKING_TEST_APPEND"

const (
	processes, goroutines, linesEach = 3, 8, 100
)

func appendLines(t *testing.T, file string) {
	t.Helper()
	log, err := OpenAuditLog(file)
	must(t, err)
	var group sync.WaitGroup
	for n := range goroutines {
		group.Go(func() {
			for range linesEach {
				log.add(auditEntry{Operation: "registrar_placa", Subject: Subject{Placa: fmt.Sprintf("A-%d-%s", n, strings.Repeat("X", 200*n))}, Outcome: auditDone})
			}
		})
	}
	group.Wait()
}

// Lines of several processes and goroutines are all there, and whole; each process is a run.
func TestAuditOfSeveralProcesses(t *testing.T) {
	t.Parallel()
	if file := os.Getenv(appending); file != "" {
		appendLines(t, file)
		return
	}
	file := filepath.Join(t.TempDir(), "audit.jsonl")
	var group sync.WaitGroup
	for range processes {
		group.Go(func() {
			command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAuditOfSeveralProcesses$")
			command.Env = append(os.Environ(), appending+"="+file)
			out, err := command.CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	group.Wait()
	lines, runs := auditLines(t, file), map[string]int{}
	for _, line := range lines {
		runs[line.Run]++
	}
	if len(lines) != processes*goroutines*linesEach || len(runs) != processes {
		t.Errorf("%d lines of the runs %v", len(lines), runs)
	}
}

// The file is its owner's alone. One that is there keeps its mode and its content, and a line that was cut off stays by itself.
func TestAuditFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	mode := func(file string) os.FileMode {
		info, err := os.Stat(file)
		must(t, err)
		return info.Mode().Perm()
	}
	fresh, old := filepath.Join(folder, "fresh"), filepath.Join(folder, "old")
	must(t, os.WriteFile(old, []byte("{}\n{\"time\":\"20"), 0o600))
	must(t, os.Chmod(old, 0o640))
	for _, file := range []string{fresh, old, old} {
		log, err := OpenAuditLog(file)
		must(t, err)
		log.add(auditEntry{Operation: "x", Outcome: auditAdopted})
	}
	if runtime.GOOS != "windows" && (mode(fresh) != 0o600 || mode(old) != 0o640) {
		t.Errorf("the modes are %o and %o", mode(fresh), mode(old))
	}
	text, err := os.ReadFile(old)
	must(t, err)
	lines := strings.Split(string(text), "\n")
	if len(lines) != 5 || lines[0] != "{}" || lines[1] != `{"time":"20` || !strings.Contains(lines[2], "adopted") || !strings.Contains(lines[3], "adopted") {
		t.Errorf("the file is\n%s", text)
	}
	for path, says := range map[string]string{
		folder: "is not a regular file", filepath.Join(folder, "none", "audit.jsonl"): "none", os.DevNull: "is not a regular file",
	} {
		expectError(t, errorOf(OpenAuditLog(path)), says)
	}
}

// Where the log cannot be written, no write is sent: the first error has the cause, and the others refer to it.
func TestAuditUnwritable(t *testing.T) {
	t.Parallel()
	file, audit := audited(t)
	s := play(answer(200, okData(`{"placa":"A-1"}`)))
	c := scripted(t, s, audit)
	must(t, os.Remove(file))
	must(t, os.Mkdir(file, 0o700))
	errs := []error{c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A-1"}), errorOf(c.RegisterPlaca(t.Context(), PlacaRequest{Placa: "A-2"}))}
	var (
		first *AuditError
		later *StoppedError
	)
	if !errors.As(errs[0], &first) || !errors.As(errs[1], &later) || later.Reason != auditReason || Judge(errs[0]) != NotSent || Judge(errs[1]) != NotSent {
		t.Errorf("got %v", errs)
	}
	expectError(t, errs[0], file)
	equal(t, "requests", s.count(), 0)
	must(t, os.Remove(file)) // writable again, but this run is over
	expectError(t, c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A-1"}), auditReason)
	noError(t, errorOf(c.Placa(t.Context(), "A-1"))) // reads go on
	equal(t, "requests", s.count(), 1)
	if lines, _ := c.Unrecorded(); lines != nil {
		t.Errorf("missing are %q, of writes that were not sent", lines)
	}
}

// A line that could not be appended is shown once, and nothing is sent any more.
func TestAuditLost(t *testing.T) {
	t.Parallel()
	file, audit := audited(t)
	requests := 0
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests++
		noError(t, os.Remove(file))
		noError(t, os.Mkdir(file, 0o700))
		write(w, okData(`{}`))
	}, audit)
	must(t, c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A-1"}))
	var first *AuditError
	if err := c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A-2"}); !errors.As(err, &first) || requests != 1 {
		t.Errorf("after %d requests: %v", requests, err)
	}
	lines, cause := c.Unrecorded()
	if len(lines) != 1 || !strings.Contains(lines[0], `"placa":"A-1","outcome":"done"`) || cause == nil {
		t.Errorf("missing are %q: %v", lines, cause)
	}
	if again, _ := c.Unrecorded(); again != nil {
		t.Errorf("missing again: %q", again)
	}
	if bytes.ContainsAny([]byte(strings.Join(lines, "")), "\n") {
		t.Errorf("a line has several: %q", lines)
	}
}
