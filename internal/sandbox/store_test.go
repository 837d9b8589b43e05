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
	if got := data[vehiculo](t, send(t, second, "GET", "/external/vehiculo/2", "")); got.Placa != "MOTO-1" {
		t.Errorf("got %+v", got)
	}
	if entries, err := second.Journal(t.Context()); err != nil || len(entries) != 5 || entries[4].Seq != 5 {
		t.Errorf("got %+v, %v", entries, err)
	}
	var mode string
	if err := second.DB().QueryRowContext(t.Context(), `PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %q, %v", mode, err)
	}
	expectCount(t, second, 4, `SELECT count(*) FROM clientes`)
	if found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "con espacio*.db")); err != nil || len(found) != 1 {
		t.Errorf("made %v, %v", found, err)
	}
}

func TestSeed(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for query, want := range map[string]int{
		`SELECT count(*) FROM tramos`:                                  40,
		`SELECT count(*) FROM zonas`:                                   8,
		`SELECT count(*) FROM celdas`:                                  160,
		`SELECT count(DISTINCT tramo_id) FROM celdas`:                  40,
		`SELECT count(*) FROM conectores`:                              20,
		`SELECT count(*) FROM tarifas`:                                 200,
		`SELECT count(*) FROM faqs`:                                    12,
		`SELECT count(*) FROM sanciones WHERE estado = 'abierta'`:      6,
		`SELECT count(*) FROM sanciones WHERE estado = 'cerrada'`:      2,
		`SELECT count(*) FROM placas`:                                  0,
		`SELECT count(*) FROM clientes WHERE prefijos = '+593'`:        4,
		`SELECT count(*) FROM pragma_foreign_key_check`:                0,
		`SELECT foreign_keys FROM pragma_foreign_keys`:                 1,
		`SELECT tramo_id FROM celdas WHERE id = 9`:                     3,
		`SELECT count(*) FROM tramos WHERE foto_coche <> plazas_coche`: 0,
	} {
		expectCount(t, s, want, query)
	}
}

// A file of an earlier version keeps what it holds, its journal as well.
func TestOpenUpgrades(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "viejo.db")
	s, err := Open(t.Context(), Options{Database: path})
	must(t, err)
	send(t, s, "POST", "/external/placa", aPlate)
	older := `DROP INDEX vehiculos_pagina; ALTER TABLE journal DROP COLUMN about; PRAGMA user_version = 2`
	must(t, errorOf(s.DB().ExecContext(t.Context(), older)))
	must(t, s.Close())
	s = open(t, Options{Database: path})
	send(t, s, "POST", "/external/vehiculo", `{"placa":"A","cliente_id":1}`)
	entries, err := s.Journal(t.Context())
	if err != nil || len(entries) != 2 || entries[0].About != "" || entries[1].About != "placa=A cliente_id=1" {
		t.Errorf("got %+v, %v", entries, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nuevo.db")
	s, err := Open(t.Context(), Options{Database: path})
	must(t, err)
	must(t, errorOf(s.DB().ExecContext(t.Context(), `PRAGMA user_version = 99`)))
	must(t, s.Close())
	if _, err := Open(t.Context(), Options{Database: path}); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("got %v", err)
	}
	if _, err := Open(t.Context(), Options{Concurrent: -1}); err == nil {
		t.Error("a negative number of requests was accepted")
	}
}

// Several sandboxes make, seed and write one file at once: nothing is lost, nothing happens twice.
func TestSharedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "comun.db")
	const sandboxes, workers, plates = 3, 3, 8
	var group sync.WaitGroup
	for i := range sandboxes {
		group.Go(func() {
			s, err := Open(t.Context(), Options{Database: path})
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = s.Close() }()
			var inner sync.WaitGroup
			for w := range workers {
				inner.Go(func() {
					for n := range plates {
						body := fmt.Sprintf(`{"placa":"%d-%d-%d","tipo_vehiculo_id":1}`, i, w, n)
						send(t, s, "POST", "/external/placa", body).wantStatus(t, 200)
						// Everybody wants the same plate, one gets it.
						send(t, s, "POST", "/external/placa", fmt.Sprintf(`{"placa":"COMUN-%d","tipo_vehiculo_id":1}`, n))
						send(t, s, "GET", fmt.Sprintf("/external/placa/COMUN-%d", n), "").wantStatus(t, 200)
					}
				})
			}
			inner.Wait()
		})
	}
	group.Wait()
	s := open(t, Options{Database: path})
	expectCount(t, s, sandboxes*workers*plates+plates, `SELECT count(*) FROM placas`)
	expectCount(t, s, sandboxes*workers*plates+plates, `SELECT count(*) FROM journal WHERE committed`)
	expectCount(t, s, sandboxes*workers*plates*3, `SELECT count(*) FROM journal`)
	expectCount(t, s, 40, `SELECT count(*) FROM tramos`)
}

// TestMemoryIsOneDatabase: however memory is asked for, all that is asked at once reads and writes one database, which
// leaves no file behind.
func TestMemoryIsOneDatabase(t *testing.T) {
	t.Parallel()
	command, _, err := parseArgs([]string{"-database", ":memory:", "-quiet"}, io.Discard)
	must(t, err)
	each(t, map[string]Options{"empty": {}, "by name": {Database: ":memory:"}, "command": command}, func(t *testing.T, o Options) {
		s := open(t, o)
		const workers, plates = 16, 20
		var group sync.WaitGroup
		for w := range workers {
			group.Go(func() {
				for n := range plates {
					placa := fmt.Sprintf("M-%d-%d", w, n)
					send(t, s, "POST", "/external/placa", `{"placa":"`+placa+`","tipo_vehiculo_id":1}`).wantStatus(t, 200)
					send(t, s, "GET", "/external/placa/"+placa, "").wantStatus(t, 200)
				}
			})
		}
		group.Wait()
		expectCount(t, s, workers*plates, `SELECT count(*) FROM placas`)
		// Nor does it go when the pool has let go of every connection.
		s.DB().SetMaxIdleConns(0)
		expectCount(t, s, workers*plates, `SELECT count(*) FROM placas`)
		if _, err := os.Stat(":memory:"); err == nil {
			t.Error("there is a file named :memory:")
		}
	})
}
