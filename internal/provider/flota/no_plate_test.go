package flota

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// noPlateWorld is a service on which client 2 has a vehicle A-1, three whose plate has
// no letter or digit, which somebody registered, and A-2.
func noPlateServer(t *testing.T) (*acctest.Server, *acctest.Proto) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("A-1", "-", "--", ".", "A-2")
	for n, placa := range []string{"A-1", "-", "--", ".", "A-2"} {
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (?, 2, ?, 1, 0)", n+1, placa)
	}
	return w, w.Proto(nil)
}

// A plate without a letter or digit is refused where it is declared, also if it is known in the apply only: what is registered can
// never be deleted.
func TestCLINoPlateDeclared(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	acctest.Expect(t, "plate", p.ValidateResource("parking_placa", acctest.Values{"placa": "-", "tipo_vehiculo_id": 1}), "placa: Invalid value")
	acctest.Expect(t, "vehicle", p.ValidateResource("parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "-"}), "placa: Invalid value")
	acctest.Expect(t, "fleet", p.ValidateResource("parking_flota", acctest.FleetOf(acctest.Values{"-": acctest.Car(nil)})), `vehiculos["-"]: Invalid value`)
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFlotaCLI(t, w, `
resource "terraform_data" "late" { input = "-" }
resource "parking_placa" "test" {
  placa            = terraform_data.late.output
  tipo_vehiculo_id = 1
}
resource "parking_vehiculo" "test" {
  cliente_id = 1
  placa      = terraform_data.late.output
}
resource "parking_flota" "test" {
  cliente_id = 1
  vehiculos  = { (terraform_data.late.output) = { tipo_vehiculo_id = 1 } }
}
`)
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	if code != 1 || strings.Count(out, "has no letter or digit.") != 3 {
		t.Errorf("exits with %d, and says\n%s", code, out)
	}
	w.ExpectCount(0, "SELECT COUNT(*) FROM placas")
	w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos")
}

// A listing that holds vehicles without a plate is read, and the other vehicles are
// found, imported and kept.
func TestNoPlateListed(t *testing.T) {
	t.Parallel()
	_, p := noPlateServer(t)
	listed := p.LookUp("parking_vehiculos", acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil})
	if all, _ := listed["vehiculos"].([]any); len(all) != 5 {
		t.Errorf("listed %v", listed)
	}
	one := p.LookUp("parking_vehiculo", acctest.Values{"id": 2, "cliente_id": nil, "placa": nil})
	if one["placa"] != "-" || one["cliente_id"] != 2 {
		t.Errorf("looked up %v", one)
	}
	found, diags := p.ListAll(acctest.FleetQuery(0, false))
	acctest.Expect(t, "listed", acctest.Result{Diags: diags}.Warnings(), "Vehicle not listed: 2 of client 2", "Vehicle not listed: 3 of client 2", "Vehicle not listed: 4 of client 2")
	if len(found) != 2 {
		t.Errorf("listed %v", found)
	}
	acctest.ExpectState(t, "read", p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "2/A-2")), acctest.Values{"id": 5})
	fleet := p.Read("parking_flota", p.ImportID("parking_flota", "2"))
	if held, _ := fleet.State["vehiculos"].(acctest.Values); len(held) != 2 || held["A-1"] == nil || held["A-2"] == nil {
		t.Errorf("imported %v", fleet.State)
	}
	acctest.Expect(t, "imported", fleet.Warnings(), "Vehicle not imported: 2 of client 2", "Vehicle not imported: 3 of client 2", "Vehicle not imported: 4 of client 2")
	acctest.Expect(t, "import by id", p.ImportID("parking_vehiculo", "3").Errors(), "Unable to import vehicle")
}
