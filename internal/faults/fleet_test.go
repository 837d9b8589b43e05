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

// newFleet gives a terraform in a folder of its own that holds a configuration. Its provider has a credential of its own for w.
func newFleet(t *testing.T, w *acctest.Server, configuration string) *acctest.CLI {
	t.Helper()
	const header = `provider "parking" { endpoints = { registrar_cliente = "/external/cliente-registrar" } }`
	return acctest.CLIOf(t, header+"\n"+configuration, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": rand.Text()})
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

// state gives the things in the state of the folder, sorted, and those of them that are tainted.
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
func things(w *acctest.Server) (out []string) {
	w.T.Helper()
	var all string
	acctest.Must(w.T, w.Box.DB().QueryRowContext(w.T.Context(), `SELECT json_group_array(thing) FROM (SELECT '' AS thing WHERE 0 UNION ALL
		SELECT 'parking_cliente ' || id || ' ' FROM clientes UNION ALL
		SELECT 'parking_placa 0 ' || placa FROM placas UNION ALL
		SELECT 'parking_vehiculo ' || id || ' ' || placa FROM vehiculos)`).Scan(&all))
	acctest.Must(w.T, json.Unmarshal([]byte(all), &out))
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
