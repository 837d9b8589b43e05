package export

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

func get(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	acctest.Must(t, err)
	return string(text)
}

// private fails the test if others may read a file. Windows has no such modes.
func private(t *testing.T, folder, name string) {
	t.Helper()
	info, err := os.Stat(filepath.Join(folder, name))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v", name, info, err)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	odd := `a*[b]`
	if runtime.GOOS == "windows" { // where no folder can be named so
		odd = "a[b]"
	}
	folder := filepath.Join(t.TempDir(), odd, "new")
	r := w.export("-cliente", "1", "-out", folder)
	r.expect(t, exitOK, "cliente_1_import.tf, cliente_1.tf, versions.tf")
	if got := names(t, folder); r.stdout != "" || got != "cliente_1.tf cliente_1_import.tf versions.tf" {
		t.Errorf("files: %s; standard output: %q", got, r.stdout)
	}
	first := get(t, folder, "cliente_1.tf")
	if strings.Contains(first, "import {") || !strings.Contains(get(t, folder, "cliente_1_import.tf"), "import {") || !strings.Contains(get(t, folder, versionsFile), source) {
		t.Error("the imports are not in a file of their own, or versions.tf does not name the provider")
	}
	for _, name := range []string{"cliente_1.tf", "cliente_1_import.tf"} {
		private(t, folder, name)
	}

	// Nothing is replaced that was not to be, and no request is spent on it.
	acctest.Write(t, filepath.Join(folder, "cliente_1.tf"), "# mine\n")
	w.Requests()
	w.export("-cliente", "1", "-out", folder).expect(t, exitFailure, "cliente_1.tf is in "+folder+" already; give -force", "nothing was written")
	w.ExpectRequests(map[string]int{})
	if get(t, folder, "cliente_1.tf") != "# mine\n" {
		t.Error("the file was replaced")
	}
	acctest.Write(t, filepath.Join(folder, versionsFile), get(t, folder, versionsFile)+"# mine\n")
	w.export("-cliente", "1", "-out", folder, "-force").expect(t, exitOK, "written to "+folder+": cliente_1_import.tf, cliente_1.tf")
	if get(t, folder, "cliente_1.tf") != first || !strings.Contains(get(t, folder, versionsFile), "# mine") {
		t.Error("-force did not replace the export's own files alone")
	}
}

// The CSV file is one of the files: not replaced without -force, nor read by others, and named beside them.
func TestFileOfFleet(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "cliente_1.csv"), "mine")
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitFailure, "cliente_1.csv is in "+folder+" already; give -force", "nothing was written")
	w.ExpectRequests(map[string]int{})
	w.export("-cliente", "1", "-csv", "-out", folder, "-force").expect(t, exitOK, "written to "+folder+": cliente_1_import.tf, cliente_1.csv, cliente_1.tf, versions.tf")
	private(t, folder, "cliente_1.csv")
	if strings.Contains(get(t, folder, "cliente_1.csv"), "mine") {
		t.Error("the file was not replaced")
	}
	if !strings.Contains(get(t, folder, versionsFile), `required_version = ">= 1.8.0"`) {
		t.Error("versions.tf does not require the version that has provider functions")
	}
}

// versions.tf is written where the folder has no required_providers, of which there can be one. Where there is one
// without the provider, that is said.
func TestVersions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, text       string
		written, unnamed bool
	}{
		"none":            {"main.tf", "terraform {}\n", true, false},
		"named":           {"main.tf", "terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\n", false, false},
		"another":         {"main.tf", "terraform {\n  required_providers {\n    aws = { source = \"hashicorp/aws\" }\n  }\n}\n", false, true},
		"in a comment":    {"main.tf", "# terraform { required_providers { parking = {} } }\n", true, false},
		"versions.tf":     {"versions.tf", "terraform {\n  required_version = \">= 1.5\"\n}\n", false, true},
		"not understood":  {"main.tf", "terraform {{{\n", true, false},
		"no such file":    {"main.txt", "", true, false},
		"other extension": {"main.tf.bak", "terraform {\n  required_providers {}\n}\n", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			acctest.Write(t, filepath.Join(folder, c.file), c.text)
			got, err := newTarget(options{clienteID: 1, folder: folder})
			if err != nil || got.versions != c.written || got.unnamed != c.unnamed {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), "terraform {\n  required_providers {}\n}\n")
	w.export("-cliente", "1", "-out", folder).expect(t, exitOK, `write parking = { source = "parking-provider/parking" } into its required_providers`)
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "file"), "")
	w.export("-cliente", "1", "-out", filepath.Join(folder, "file")).expect(t, exitFailure, "is a file, and -out names a folder")
	acctest.Must(t, os.Mkdir(filepath.Join(folder, "cliente_1_import.tf"), 0o700))
	w.export("-cliente", "1", "-out", folder, "-force").expect(t, exitFailure, "cliente_1_import.tf in "+folder+" is no file that could be replaced")
	w.ExpectRequests(map[string]int{})
}

// Files that appear while the service is read are not replaced, and the error says what was written before.
func TestFileAppears(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		force         bool
		written, want string
	}{
		"cliente_1.tf":        {want: "cliente_1.tf is in"},
		"cliente_1_import.tf": {want: "cliente_1_import.tf is in"},
		versionsFile:          {force: true, written: "cliente_1.tf cliente_1_import.tf", want: "file exists; already written: cliente_1_import.tf, cliente_1.tf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			target, err := newTarget(options{clienteID: 1, folder: folder, force: c.force})
			acctest.Must(t, err)
			acctest.Write(t, filepath.Join(folder, name), "mine")
			_, err = target.write(text{}, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, errWritten) != (c.written != "") {
				t.Errorf("got error %v, want %q", err, c.want)
			}
			if got, want := names(t, folder), strings.TrimSpace(c.written+" "+name); got != want || get(t, folder, name) != "mine" {
				t.Errorf("files: got %s, want %s; or %s was replaced", got, want, name)
			}
		})
	}
}

// Standard output that is gone is a failure.
func TestStandardOutputGone(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	var stderr strings.Builder
	code := Main(t.Context(), []string{"-cliente", "1"}, "test", func(name string) string { return w.env[name] }, gone{}, &stderr)
	if code != exitFailure || !strings.Contains(stderr.String(), "pipe is gone") {
		t.Errorf("exit code %d:\n%s", code, stderr.String())
	}
}

type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("pipe is gone") }
