package export

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Nobody else may read what was written. Windows has no such modes.
func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	w := newServer(t)
	w.vehiculo("AKX0359", nil)
	folder := t.TempDir()
	w.export("-cliente", "1", "-csv", "-out", folder).expect(t, exitOK)
	for _, name := range []string{"cliente_1.tf", "cliente_1_import.tf", "cliente_1.csv"} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}
