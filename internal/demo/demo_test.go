package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestCopyExample(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	for _, name := range []string{"main.tf", "flota.csv", "terraform.tfstate", "terraform.tfstate.backup", ".terraform.lock.hcl", "x.db-wal", ".terraform/providers/p", "modules/m/main.tf"} {
		path := filepath.Join(from, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyExample(from, to); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := filepath.WalkDir(to, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			got = append(got, filepath.ToSlash(strings.TrimPrefix(path, to)))
		}
		return err
	})
	if want := []string{"/flota.csv", "/main.tf", "/modules/m/main.tf"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// fakeTerraform is a terraform whose binary is a shell script.
func fakeTerraform(t *testing.T, script string, out io.Writer) *terraform {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	p := place{root: t.TempDir()}
	for _, dir := range []string{p.fleet(), p.logs()} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(p.root, "terraform")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return &terraform{path: path, place: p, out: out}
}

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
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tf := fakeTerraform(t, `trap 'echo saved; exit 1' INT; echo ready; while :; do sleep 0.02; done`, cancelWriter{cancel})
	if _, err := tf.run(ctx, 0, "apply"); err == nil {
		t.Error("an interrupted apply passed")
	}
	log, err := os.ReadFile(filepath.Join(tf.place.logs(), "1-apply.txt"))
	if err != nil || string(log) != "ready\nsaved\n" {
		t.Errorf("log %q, %v", log, err)
	}
}
