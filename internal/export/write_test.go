package export

import (
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
	folder := filepath.Join(t.TempDir(), "a[b]", "new")
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
	w.export("-cliente", "1", "-out", folder).expect(t, exitFailure, "cliente_1.tf is in "+folder+" already; remove it", "nothing was written")
	w.ExpectRequests(map[string]int{})
	if get(t, folder, "cliente_1.tf") != "# mine\n" {
		t.Error("the file was replaced")
	}
	for _, name := range []string{"cliente_1.tf", "cliente_1_import.tf"} {
		acctest.Must(t, os.Remove(filepath.Join(folder, name)))
	}
	acctest.Write(t, filepath.Join(folder, "main.tf"), "")
	w.export("-cliente", "1", "-out", folder).expect(t, exitOK, "written to "+folder+": cliente_1_import.tf, cliente_1.tf",
		`its required_providers must have parking = { source = "parking-provider/parking" }`)
	w.export("-cliente", "1", "-out", filepath.Join(folder, "cliente_1.tf")).expect(t, exitFailure, "is a file, and -out names a folder")
}

// The CSV file is one of the files: not replaced without -force, nor read by others, and named beside them.
func TestFileOfFleet(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "cliente_1.csv"), "mine")
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitFailure, "cliente_1.csv is in "+folder+" already; remove it", "nothing was written")
	w.ExpectRequests(map[string]int{})
	acctest.Must(t, os.Remove(filepath.Join(folder, "cliente_1.csv")))
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitOK, "written to "+folder+": cliente_1_import.tf, cliente_1.csv, cliente_1.tf, versions.tf")
	private(t, folder, "cliente_1.csv")
	if !strings.Contains(get(t, folder, versionsFile), `required_version = ">= 1.8.0"`) {
		t.Error("versions.tf does not require the version that has provider functions")
	}
}
