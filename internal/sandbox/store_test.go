package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// A file keeps what it holds, its journal as well; one of another version is refused.
func TestPersistence(t *testing.T) {
	t.Parallel()
	name := "con espacio ?#%41.db"
	if runtime.GOOS == "windows" { // where no file can be named so
		name = strings.ReplaceAll(name, "?", "")
	}
	path := filepath.Join(t.TempDir(), name)
	first, err := Open(t.Context(), Options{Database: path})
	must(t, err)
	fleet(t, first)
	must(t, first.Close())
	second := open(t, Options{Database: path})
	equal(t, "plate", data[object](t, send(t, second, "GET vehiculo/2", ""))["placa"], any("MOTO-1"))
	made(t, second, "POST placa", aPlate)
	if entries := journal(t, second, 6); entries[4].Seq != 5 || entries[5].About != "placa=A" {
		t.Errorf("got %+v", entries)
	}
	var mode string
	must(t, second.DB().QueryRowContext(t.Context(), `PRAGMA journal_mode`).Scan(&mode))
	equal(t, "journal mode", mode, "wal")
	expectCount(t, second, 4, `SELECT count(*) FROM clientes`)
	found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "con espacio*.db"))
	must(t, err)
	equal(t, "files", len(found), 1)
	change(t, second, `PRAGMA user_version = 99`)
	if _, err := Open(t.Context(), Options{Database: path}); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("got %v", err)
	}
}

// Several sandboxes make, seed and write one file at once: nothing is lost, nothing happens twice. However memory is asked
// for, it is one database as well, and leaves no file behind.
func TestOneDatabase(t *testing.T) {
	t.Parallel()
	const workers, plates = 8, 10
	command, _, err := parseArgs([]string{"-database", ":memory:"}, io.Discard)
	must(t, err)
	type row struct {
		Options
		sandboxes int
	}
	each(t, map[string]row{
		"file": {Options{Database: filepath.Join(t.TempDir(), "comun.db")}, 3}, "empty": {Options{}, 1},
		"by name": {Options{Database: ":memory:"}, 1}, "command": {command, 1},
	}, func(t *testing.T, c row) {
		var opening, writing sync.WaitGroup
		all := make([]*Sandbox, c.sandboxes)
		for i := range all {
			opening.Go(func() { all[i] = open(t, c.Options) })
		}
		opening.Wait()
		for i, s := range all {
			for w := range workers {
				writing.Go(func() {
					for n := range plates {
						made(t, s, "POST placa", fmt.Sprintf(`{"placa":"%d-%d-%d","tipo_vehiculo_id":1}`, i, w, n))
						// Everybody wants the same plate, one gets it.
						send(t, s, "POST placa", fmt.Sprintf(`{"placa":"COMUN-%d","tipo_vehiculo_id":1}`, n))
						made(t, s, fmt.Sprintf("GET placa/COMUN-%d", n), "")
					}
				})
			}
		}
		writing.Wait()
		s, sent := all[0], c.sandboxes*workers*plates
		s.DB().SetMaxIdleConns(0) // what is in memory does not go when the pool has let go of every connection
		expectCount(t, s, sent+plates, `SELECT count(*) FROM placas`)
		expectCount(t, s, sent+plates, `SELECT count(*) FROM journal WHERE committed`)
		expectCount(t, s, sent*3, `SELECT count(*) FROM journal`)
		expectCount(t, s, 40, `SELECT count(*) FROM tramos`)
		if _, err := os.Stat(":memory:"); err == nil {
			t.Error("there is a file named :memory:")
		}
	})
}
