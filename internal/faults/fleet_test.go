package faults

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const fleetHeader = `
provider "parking" {
  endpoints = { registrar_cliente = "/external/cliente-registrar" }
}
`

// newFleet gives a terraform in a folder of its own that holds a configuration.
// Its provider reaches w with a credential of its own, and is otherwise left to
// its defaults.
func newFleet(t *testing.T, w *acctest.Server, configuration string) *acctest.CLI {
	t.Helper()
	return acctest.CLIOf(t, fleetHeader+configuration, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": rand.Text()})
}

// vehicles declares vehicles of client 1, and their plates.
func vehicles(number int) string {
	return fmt.Sprintf(`
locals {
  flota = toset([for n in range(%d) : format("FLT%%04d", n)])
}

resource "parking_placa" "flota" {
  for_each         = local.flota
  placa            = each.key
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "flota" {
  for_each   = local.flota
  cliente_id = 1
  placa      = parking_placa.flota[each.key].placa
  nombre     = "Vehículo ${each.key}"
}
`, number)
}

// state gives the things in the state of the folder, sorted, and those of them
// that are tainted.
func state(c *acctest.CLI) (things, tainted []string) {
	c.T.Helper()
	text, err := os.ReadFile(filepath.Join(c.Folder, "terraform.tfstate"))
	acctest.Must(c.T, err)
	var file struct {
		Resources []struct {
			Type      string
			Instances []struct {
				Status     string
				Attributes map[string]any
			}
		}
	}
	acctest.Must(c.T, json.Unmarshal(text, &file))
	for _, r := range file.Resources {
		for _, instance := range r.Instances {
			id, _ := instance.Attributes["id"].(float64) // a plate has none
			placa, _ := instance.Attributes["placa"].(string)
			one := fmt.Sprintf("%s %.0f %s", r.Type, id, placa)
			things = append(things, one)
			if instance.Status != "" {
				tainted = append(tainted, one)
			}
		}
	}
	slices.Sort(things)
	return things, tainted
}

// things gives what the service holds in the words of state, sorted.
func things(w *acctest.Server) []string {
	w.T.Helper()
	out := texts(w, `
		SELECT 'parking_cliente ' || id || ' ' FROM clientes UNION ALL
		SELECT 'parking_placa 0 ' || placa FROM placas UNION ALL
		SELECT 'parking_vehiculo ' || id || ' ' || placa FROM vehiculos UNION ALL
		SELECT 'parking_zona_favorita ' || id || ' ' FROM favoritas`)
	slices.Sort(out)
	return out
}

// texts gives the texts that a query selects.
func texts(w *acctest.Server, query string) []string {
	w.T.Helper()
	rows, err := w.Box.DB().QueryContext(context.Background(), query)
	acctest.Must(w.T, err)
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var text string
		acctest.Must(w.T, rows.Scan(&text))
		out = append(out, text)
	}
	acctest.Must(w.T, rows.Err())
	return out
}

// without gives those of all that are not among the others.
func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool {
		_, found := slices.BinarySearch(others, one)
		return found
	})
}
