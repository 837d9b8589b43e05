package acceptance

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// composedConfig has accents wherever a text may have one. Terraform joins letters and
// accents that are written as two characters, as in the file of the fleet. OpenTofu's
// import evaluates a function only where its provider is required.
const composedConfig = `
terraform {
  required_providers {
    parking = { source = "hashicorp/parking" }
  }
}
resource "parking_cliente" "test" {
  email     = "flota.norte@example.com"
  nombre    = "José"
  apellidos = "Ibáñez Peña"
  prefijos  = "+593"
  telefono  = "022000002"
  cedula    = "0100000002"
}
resource "parking_placa" "test" {
  placa            = "ÑU-1"
  tipo_vehiculo_id = 1
}
resource "parking_vehiculo" "test" {
  cliente_id = parking_cliente.test.id
  placa      = parking_placa.test.placa
  nombre     = "Camión Ñandú"
}
resource "parking_vehiculo" "held" {
  cliente_id = 1
  placa      = "VIEJA-1"
  nombre     = "Güiro"
}
locals {
  csv = <<-EOT
    placa,tipo_vehiculo_id,cliente,nombre
    N` + "\u0303" + `A-1,1,x,Furgo` + "\u0301" + `n
  EOT
}
resource "parking_flota" "test" {
  cliente_id = 3
  vehiculos = merge(
    { for placa, v in provider::parking::flota_csv(local.csv) : placa => { tipo_vehiculo_id = v.tipo_vehiculo_id, nombre = v.nombre, electrico = v.electrico, minusvalido = v.minusvalido } },
    { "MÍA-2" = { tipo_vehiculo_id = 1, nombre = "Grúa", electrico = false, minusvalido = false } },
  )
}
`

// TestCLIComposed: what a service answers with letters and accents as two characters is
// what was declared. Nothing is sent so.
func TestCLIComposed(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("VIEJA-1")
	w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (1, 'VIEJA-1', ?)", norm.NFD.String("Güiro"))
	w.Answer(func(*http.Request) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			recorded := httptest.NewRecorder()
			w.Box.ServeHTTP(recorded, r)
			rw.WriteHeader(recorded.Code)
			_, _ = rw.Write(norm.NFD.Bytes(recorded.Body.Bytes()))
		}
	})
	steps := []resource.TestStep{{Config: w.Config(composedConfig, `overwrite_existing = true`)}, {Config: w.Config(composedConfig, `overwrite_existing = true`), PlanOnly: true}}
	for address, id := range map[string]string{"parking_cliente.test": "flota.norte@example.com", "parking_vehiculo.test": "2/ÑU-1", "parking_flota.test": "3"} {
		steps = append(steps, resource.TestStep{Config: w.Config(composedConfig, `overwrite_existing = true`), ResourceName: address, ImportState: true, ImportStateId: id, ImportStateVerify: true,
			ImportStateVerifyIdentifierAttribute: map[bool]string{true: "cliente_id", false: "id"}[strings.HasPrefix(address, "parking_flota")]})
	}
	acctest.Steps(t, steps)
	w.ExpectCount(3, "SELECT count(*) FROM vehiculos WHERE nombre IN ('Camión Ñandú', 'Furgón', 'Grúa') AND placa IN ('ÑU-1', 'ÑA-1', 'MÍA-2')")
	w.ExpectCount(1, "SELECT count(*) FROM clientes WHERE nombre = 'José' AND apellidos = 'Ibáñez Peña'")
}

// TestComposedFile: a fleet file gives what Terraform would make of it, and two
// spellings of one plate are one.
func TestComposedFile(t *testing.T) {
	t.Parallel()
	const header = "placa,tipo_vehiculo_id,cliente,nombre\n"
	rows, err := flotacsv.Parse(header + "N\u0303A-1,1,x,Furgo\u0301n\n")
	if row := rows["ÑA-1"]; err != nil || row.Placa != "ÑA-1" || row.Nombre == nil || *row.Nombre != "Furgón" {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := flotacsv.Parse(header + "N\u0303A-1,1,x,\nÑA1,1,x,\n"); err == nil || !strings.Contains(err.Error(), "duplicate, first on line 2") {
		t.Errorf("%v", err)
	}
}
