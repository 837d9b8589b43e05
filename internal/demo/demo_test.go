package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// cancelWriter ends a context when something is written.
type cancelWriter struct{ cancel context.CancelFunc }

func (w cancelWriter) Write(p []byte) (int, error) {
	if strings.HasPrefix(string(p), "ready") {
		w.cancel()
	}
	return len(p), nil
}

// An interrupted Terraform gets one interrupt and the time to save its state.
func TestTerraformInterrupted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := place{root: t.TempDir()}
	d := &demo{place: p, program: filepath.Join(p.root, "terraform"), out: cancelWriter{cancel}}
	for _, dir := range []string{d.fleet(), d.logs()} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	const script = "#!/bin/sh\ntrap 'echo saved; exit 1' INT; echo ready; while :; do sleep 0.02; done"
	if err := os.WriteFile(d.program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := d.terraform(ctx, 0, "apply"); err == nil {
		t.Error("an interrupted apply passed")
	}
	log, err := os.ReadFile(filepath.Join(d.logs(), "1-apply.txt"))
	if err != nil || string(log) != "ready\nsaved\n" {
		t.Errorf("log %q, %v", log, err)
	}
}
