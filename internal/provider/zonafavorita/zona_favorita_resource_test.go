package zonafavorita

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const minimalFavorita = `
resource "parking_zona_favorita" "test" {
  cliente_id = 1
  tramo_id   = 5
}
`

// Section 5 lies in zone 1, cell 17 in section 5.
const fullFavorita = `
resource "parking_zona_favorita" "test" {
  cliente_id = 1
  zona_id    = 1
  tramo_id   = 5
  celda_id   = 17
  timeouts   = { create = "5m", read = "1m", update = "5m", delete = "5m" }
}
`

func TestCLIZonaFavoritaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	const name = "parking_zona_favorita.test"
	planned := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
	}
	holds := func(zona, tramo, celda knownvalue.Check) []statecheck.StateCheck {
		return []statecheck.StateCheck{
			statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.Int64Exact(1)),
			statecheck.ExpectKnownValue(name, tfjsonpath.New("zona_id"), zona),
			statecheck.ExpectKnownValue(name, tfjsonpath.New("tramo_id"), tramo),
			statecheck.ExpectKnownValue(name, tfjsonpath.New("celda_id"), celda),
		}
	}
	imported := resource.TestStep{ResourceName: name, ImportState: true, ImportStateId: "1/1", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"timeouts"}}
	acctest.Steps(t, []resource.TestStep{
		{
			Config:            w.Config(minimalFavorita),
			ConfigStateChecks: holds(knownvalue.Null(), knownvalue.Int64Exact(5), knownvalue.Null()),
			// The looks of the plan, of the apply's own plan and of the apply, and the write; the checks run before the empty plan of
			// the step.
			Check: w.CheckRequests(map[string]int{"zonas_favoritas": 3, "guardar_zona_favorita": 1}),
		},
		imported,
		{
			Config:            w.Config(fullFavorita),
			ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: holds(knownvalue.Int64Exact(1), knownvalue.Int64Exact(5), knownvalue.Int64Exact(17)),
		},
		imported,
		{ // the cell is cleared in place
			Config:            w.Config(strings.Replace(fullFavorita, "celda_id ", "# ", 1)),
			ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: holds(knownvalue.Int64Exact(1), knownvalue.Int64Exact(5), knownvalue.Null()),
		},
		{ // another client
			Config:           w.Config(strings.Replace(fullFavorita, "cliente_id = 1", "cliente_id = 2", 1)),
			ConfigPlanChecks: planned(plancheck.ResourceActionDestroyBeforeCreate),
			Check: func(*terraform.State) error {
				if n := w.Count("SELECT COUNT(*) FROM favoritas WHERE cliente_id = 1"); n != 0 {
					return fmt.Errorf("the other client's favourite is still there")
				}
				return nil
			},
		},
	})
	w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
}

// Every change behind Terraform's back is seen and undone in place.
func TestZonaFavoritaDriftOfEachAttribute(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	for _, c := range []struct {
		set, attribute string
		seen           any
	}{
		{"zona_id = 2", "zona_id", 2}, {"zona_id = NULL", "zona_id", nil},
		{"tramo_id = 6", "tramo_id", 6}, {"tramo_id = NULL", "tramo_id", nil},
		{"celda_id = 18", "celda_id", 18}, {"celda_id = NULL", "celda_id", nil},
	} {
		w.Exec("UPDATE favoritas SET " + c.set)
		drifted := p.Read("parking_zona_favorita", created)
		acctest.ExpectHeld(t, c.set, drifted, acctest.Values{c.attribute: c.seen})
		acctest.ExpectWhole(t, c.set, p.Apply("parking_zona_favorita", drifted, acctest.DeclaredFavorita), created.State)
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE zona_id = 1 AND tramo_id = 5 AND celda_id = 17")
		w.ExpectRequests(map[string]int{"zonas_favoritas": 1, "guardar_zona_favorita": 1})
	}
}

// Each kind of place alone. A section lies in a zone and a cell in a section:
// what the service adds by itself is not drift.
func TestZonaFavoritaPlaceAddedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	var held acctest.Result
	for _, c := range []struct {
		attribute string
		number    int
		added     string
	}{
		{"zona_id", 1, "id = 1"}, // nothing is coarser
		{"celda_id", 17, "zona_id = 1, tramo_id = 5"},
		{"tramo_id", 5, "zona_id = 1"},
	} {
		held = p.Apply("parking_zona_favorita", held, acctest.Values{"cliente_id": 1, c.attribute: c.number})
		want := acctest.Values{"id": 1, "cliente_id": 1, "zona_id": nil, "tramo_id": nil, "celda_id": nil, "timeouts": nil}
		want[c.attribute] = c.number
		acctest.ExpectWhole(t, c.attribute, held, want)
		w.Exec("UPDATE favoritas SET " + c.added)
		acctest.ExpectSame(t, c.attribute, p.Read("parking_zona_favorita", held).State, want)
	}
	// What is finer than declared is one.
	w.Exec("UPDATE favoritas SET celda_id = 17")
	acctest.ExpectHeld(t, "read", p.Read("parking_zona_favorita", held), acctest.Values{"celda_id": 17})
}

func TestZonaFavoritaValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for head, wrong := range map[string]acctest.Values{
		"zona_id: Invalid Attribute Combination": {"cliente_id": 1},
		"zona_id: Invalid Attribute Value":       {"cliente_id": 1, "zona_id": 0},
		"tramo_id: Invalid Attribute Value":      {"cliente_id": 1, "tramo_id": -5},
		"celda_id: Invalid Attribute Value":      {"cliente_id": 1, "celda_id": 0},
		"cliente_id: Invalid Attribute Value":    {"cliente_id": 0, "zona_id": 1},
	} {
		acctest.Expect(t, head, p.ValidateResource("parking_zona_favorita", wrong), head)
	}
}

func TestZonaFavoritaRefusedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for attribute, place := range map[string]acctest.Values{
		"cliente_id": {"cliente_id": 99, "tramo_id": 5},
		"zona_id":    {"cliente_id": 1, "zona_id": 99},
		"tramo_id":   {"cliente_id": 1, "tramo_id": 999},
		"celda_id":   {"cliente_id": 1, "celda_id": 999},
	} {
		created := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, place)
		acctest.ExpectRefused(t, attribute, created, attribute+": Unable to create favourite")
		acctest.Expect(t, attribute+", planned", created.PlanWarnings())
		w.ExpectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1}) // the looks of the plan and of the apply
	}
	declared := acctest.Values{"cliente_id": 1, "tramo_id": 5}
	held := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, declared)
	changed := w.Proto(nil).Apply("parking_zona_favorita", held, acctest.Values{"cliente_id": 1, "tramo_id": 5, "celda_id": 999})
	acctest.Expect(t, "update", changed.Errors(), "celda_id: Unable to update favourite")
	acctest.ExpectSame(t, "a refused update is in the state", changed.State, held.State)
}

// What the plan finds it says, and the apply does not repeat it. What is saved between the two, the apply says.
func TestZonaFavoritaAdoption(t *testing.T) {
	t.Parallel()
	declared := acctest.Values{"cliente_id": 1, "tramo_id": 5}
	type row struct {
		existing string // cliente_id, zona_id, tramo_id, celda_id
		adopted  bool
	}
	acctest.Each(t, map[string]row{
		"identical":                                  {"1, NULL, 5, NULL", true},
		"identical, with the section's zone":         {"1, 1, 5, NULL", true},
		"a cell of the section is another favourite": {"1, NULL, 5, 17", false},
		"another section is another favourite":       {"1, NULL, 6, NULL", false},
		"another client's is another favourite":      {"2, NULL, 5, NULL", false},
	}, func(t *testing.T, c row) {
		acctest.EachOf(t, []bool{false, true}, func(t *testing.T, late bool) {
			w := acctest.NewServer(t, sandbox.Options{})
			w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (70, 1, 4)")
			save := "INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (71, " + c.existing + ")"
			if !late {
				w.Exec(save)
			}
			p := w.Proto(nil)
			planned := p.Plan("parking_zona_favorita", acctest.Result{}, declared)
			if late {
				w.Exec(save)
			}
			created := p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, declared, planned)
			var ofPlan, ofApply []string
			id, requests := 72, map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1} // the looks of the plan and of the apply
			switch {
			case c.adopted && late:
				ofApply = []string{"Favourite of client 1 at section 5 adopted"}
			case c.adopted:
				ofPlan = []string{"Favourite of client 1 at section 5 already exists"}
			}
			if c.adopted {
				id, requests = 71, map[string]int{"zonas_favoritas": 2}
			}
			acctest.Expect(t, "planned", acctest.Result{Diags: planned.Diagnostics}.Warnings(), ofPlan...)
			acctest.Expect(t, "created", created.Warnings(), ofApply...)
			w.ExpectRequests(requests)
			acctest.ExpectSame(t, "created", created.State, acctest.Values{"id": id, "cliente_id": 1, "zona_id": nil, "tramo_id": 5, "celda_id": nil, "timeouts": nil})
			again := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", created), declared)
			acctest.ExpectWhole(t, "state changes on a second apply", again, created.State)
		})
	})
}
