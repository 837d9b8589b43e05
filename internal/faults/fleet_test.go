package faults

import (
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
terraform {
  required_providers {
    parking = { source = "parking-provider/parking" }
  }
}

provider "parking" {
  endpoints = { registrar_cliente = "/external/cliente-registrar" }
}
`

// newFleet gives a terraform in a folder of its own that holds a configuration.
// Its provider reaches w with a credential of its own, and is otherwise left to
// its defaults.
func newFleet(t *testing.T, w *acctest.World, configuration string) *acctest.CLI {
	t.Helper()
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), fleetHeader+configuration)
	return acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": rand.Text()})
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

// thing names something that is in a state or on the service. A plate has no id.
func thing(kind string, id int64, placa string) string {
	return fmt.Sprintf("%s %d %s", kind, id, placa)
}

// state gives the things in the state of the folder, sorted, and those of them
// that are tainted.
func state(c *acctest.CLI) (things, tainted []string) {
	c.T.Helper()
	text, err := os.ReadFile(filepath.Join(c.Folder, "terraform.tfstate"))
	acctest.Must(c.T, err)
	var state struct {
		Resources []struct {
			Type      string `json:"type"`
			Instances []struct {
				Status     string `json:"status"`
				Attributes struct {
					ID    int64  `json:"id"`
					Placa string `json:"placa"`
				} `json:"attributes"`
			} `json:"instances"`
		} `json:"resources"`
	}
	acctest.Must(c.T, json.Unmarshal(text, &state))
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			one := thing(r.Type, instance.Attributes.ID, instance.Attributes.Placa)
			things = append(things, one)
			if instance.Status != "" {
				tainted = append(tainted, one)
			}
		}
	}
	slices.Sort(things)
	return things, tainted
}

// things gives what the service holds, sorted.
func things(w *acctest.World) []string {
	w.T.Helper()
	rows, err := w.Box.DB().QueryContext(w.T.Context(), `
		SELECT 'parking_cliente', id, '' FROM clientes UNION ALL
		SELECT 'parking_placa', 0, placa FROM placas UNION ALL
		SELECT 'parking_vehiculo', id, placa FROM vehiculos UNION ALL
		SELECT 'parking_zona_favorita', id, '' FROM favoritas`)
	acctest.Must(w.T, err)
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var kind, placa string
		var id int64
		acctest.Must(w.T, rows.Scan(&kind, &id, &placa))
		out = append(out, thing(kind, id, placa))
	}
	acctest.Must(w.T, rows.Err())
	slices.Sort(out)
	return out
}

// without gives those of all that are not among the others.
func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool {
		_, found := slices.BinarySearch(others, one)
		return found
	})
}
