package audit

import (
	"encoding/json"
	"errors"
	"fmt"
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

// readLines reads the lines of an audit log, and wants them to be whole.
func readLines(t *testing.T, file string) (out []Entry) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var entry Entry
		if err := json.Unmarshal([]byte(line), &entry); err != nil || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is no line: %v", line, err)
		}
		out = append(out, entry)
	}
	return out
}

func appendLines(t *testing.T, file string) {
	t.Helper()
	log, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for n := range goroutines {
		group.Go(func() {
			for range linesEach {
				placa := fmt.Sprintf("A-%d-%s", n, strings.Repeat("X", 200*n))
				line, err := log.Add(Entry{Operation: "registrar_placa", Subject: Subject{Placa: placa}, Outcome: Done})
				if line != "" || err != nil {
					t.Errorf("missing is %q: %v", line, err)
				}
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
	file := filepath.Join(t.TempDir(), "jsonl")
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
	lines, runs := readLines(t, file), map[string]int{}
	for _, line := range lines {
		runs[line.Run]++
	}
	if len(lines) != processes*goroutines*linesEach || len(runs) != processes {
		t.Errorf("%d lines of the runs %v", len(lines), runs)
	}
}

// The file is its owner's alone. One that is there keeps its mode and its content.
func TestAuditFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	mode := func(file string) os.FileMode {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	fresh, old := filepath.Join(folder, "fresh"), filepath.Join(folder, "old")
	if err := errors.Join(os.WriteFile(old, []byte("{}\n"), 0o600), os.Chmod(old, 0o640)); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{fresh, old, old} {
		log, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if line, err := log.Add(Entry{Operation: "x", Outcome: Adopted}); line != "" || err != nil {
			t.Errorf("missing is %q: %v", line, err)
		}
	}
	if runtime.GOOS != "windows" && (mode(fresh) != 0o600 || mode(old) != 0o640) {
		t.Errorf("the modes are %o and %o", mode(fresh), mode(old))
	}
	if lines := readLines(t, old); len(lines) != 3 || lines[0] != (Entry{}) || lines[1].Outcome != Adopted || lines[2].Outcome != Adopted {
		t.Errorf("the file has %+v", lines)
	}
	for path, says := range map[string]string{
		folder: "is not a regular file", filepath.Join(folder, "none", "jsonl"): "none", os.DevNull: "is not a regular file",
	} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want an error that says %q", path, err, says)
		}
	}
}
