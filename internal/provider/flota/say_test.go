package flota

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Of several warnings with one summary Terraform prints the first. Of two blocks with the same finding both are seen, each by its
// plate: what is on the service stays there.
func TestNoWarningHidesAnother(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // other tests see the same messages
	const (
		placas    = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 1), ('AKX0002', 1)"
		differing = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 2), ('AKX0002', 2)"
		links     = placas + "; INSERT INTO vehiculos (placa, cliente_id, nombre) VALUES ('AKX0001', 1, 'Uno'), ('AKX0002', 1, 'Uno')"
		linksOf   = "INSERT INTO vehiculos (placa, cliente_id, nombre) VALUES ('AKX0001', 1, 'Uno'), ('AKX0002', 1, 'Uno')"
	)
	declared := map[string]func(placa string) acctest.Values{
		"parking_placa": func(placa string) acctest.Values { return acctest.Values{"placa": placa, "tipo_vehiculo_id": 1} },
		"parking_vehiculo": func(placa string) acctest.Values {
			return acctest.Values{"cliente_id": 1, "placa": placa, "nombre": "Uno"}
		},
		"parking_flota": func(placa string) acctest.Values {
			return acctest.FleetOf(acctest.Values{placa: acctest.Car("Uno")})
		},
	}
	failing := answers.On(map[string]http.HandlerFunc{"GET /external/placa/AKX0001": answers.Body(500, "averiado"), "GET /external/placa/AKX0002": answers.Body(500, "averiado")})
	all, plates, linking := []string{"parking_placa", "parking_vehiculo", "parking_flota"}, []string{"parking_placa", "parking_flota"}, []string{"parking_vehiculo", "parking_flota"}
	type row struct {
		types           []string
		before, between string // on the service, before the plans and after them
		answer          func(*http.Request) http.HandlerFunc
		lower           bool   // the plates are written in lower case
		moves           bool   // what exists is planned for another client
		kind            string // the summaries begin so
	}
	acctest.Each(t, map[string]row{"registered": {types: all, before: placas, kind: "Plate already registered: "},
		"to be overwritten":  {types: plates, before: differing, kind: "Plate will be overwritten: "},
		"linked":             {types: linking, before: links, kind: "Vehicle already exists: "},
		"odd":                {types: all, lower: true, kind: "Check the spelling of the plate: "},
		"not looked up":      {types: []string{"parking_flota"}, answer: failing, kind: "Vehicles not checked: "},
		"adopted":            {types: plates, between: placas, kind: "Existing plate adopted: "},
		"overwritten":        {types: plates, between: differing, kind: "Existing plate adopted and updated: "},
		"adopted links":      {types: []string{"parking_vehiculo"}, before: placas, between: linksOf, kind: "Existing vehicle adopted: "},
		"adopted with links": {types: []string{"parking_flota"}, between: links, kind: "Existing vehicle adopted: "},
		"moved":              {types: []string{"parking_vehiculo"}, before: placas, moves: true, kind: "Plate already registered: "},
		"moved fleet":        {types: []string{"parking_flota"}, before: placas, moves: true, kind: "Vehicles stay on the service: "},
	}, func(t *testing.T, c row) {
		for _, typeName := range c.types {
			w := looksServer(t)
			exec := func(statements string) {
				if statements != "" {
					w.Exec("PRAGMA foreign_keys = OFF")
					w.Exec(statements)
				}
			}
			exec(c.before)
			w.Answer(c.answer)
			p := w.Proto(acctest.Values{"overwrite_existing": true})
			blocks := []string{"AKX0001", "AKX0002"}
			configs, plans := make([]acctest.Values, 2), make([]*tfprotov6.PlanResourceChangeResponse, 2)
			var shown string // without what has a summary that was there before
			show := func(texts []string) {
				for _, text := range texts {
					if head, _, _ := strings.Cut(text, "\n"); !strings.Contains(shown, head+"\n") {
						shown += head + "\n"
					}
				}
			}
			for i, placa := range blocks {
				if c.lower {
					blocks[i] = strings.ToLower(placa)
				}
				configs[i] = declared[typeName](blocks[i])
				var prior acctest.Result
				if c.moves {
					prior = p.Apply(typeName, prior, configs[i])
					configs[i] = configs[i].With(acctest.Values{"cliente_id": 2})
				}
				plans[i] = p.Plan(typeName, prior, configs[i])
				show(acctest.Result{Diags: plans[i].Diagnostics}.Warnings())
			}
			exec(c.between)
			for i := range blocks {
				if c.moves {
					break
				}
				show(p.ApplyPlan(t.Context(), typeName, acctest.Result{}, configs[i], plans[i]).Warnings())
			}
			for _, placa := range blocks {
				acctest.ExpectSays(t, typeName, shown, c.kind+placa)
			}
		}
	})
}

// failedRun is a run in which vehicles of client 1 could not be created, by plate.
func failedRun(failures map[string]error) *fleetRun {
	run := &fleetRun{fleet: entry{clienteID: types.Int64Value(1)}, declared: 150, tasks: make(tasks)}
	for placa, err := range failures {
		e := flotaEntry{Nombre: types.StringValue("Uno")}.entry(run.fleet.clienteID, placa)
		run.stop(placa, failed(e.linkTask("create"), err))
	}
	return run
}

func (r *fleetRun) stop(placa string, why finding) {
	r.tasks[placa] = &task{found: []finding{why}}
}

func rejected(message string) error {
	return &parking.Error{Op: "registrar_vehiculo", Kind: parking.Rejected, Outcome: parking.Refused, Message: message, Answer: parking.Answer{Status: 422}}
}

// Failures that differ only in the plate are one reason, with one vehicle as the example. So are refusals of one kind.
func TestFlotaReasonsByText(t *testing.T) {
	t.Parallel()
	failures := map[string]error{"AAA1": rejected("AAA1 sobra"), "AAA2": rejected("AAA2 sobra"), "AAA3": rejected("cupo lleno")}
	refusals := make(map[string]finding)
	for _, placa := range []string{"CCC1", "CCC2"} {
		refusals[placa] = refused("nombre", "x", "Another name: "+placa+".", "y")
		refusals["D"+placa] = refused("nombre", "x, too", "No plate.", "y")
	}
	for text, want := range map[string][]string{
		reasonsOf(failedRun(failures).pending()): {"AAA1, AAA2. For example AAA1: Could not create vehicle \"AAA1\" of client 1", "AAA3: Could not"},
		reasonsOf(refusals):                      {"CCC1, CCC2. For example CCC1: Another name: CCC1. y", "DCCC1, DCCC2: No plate. y"},
	} {
		acctest.ExpectSays(t, "reasons", text, "\n\n"+want[0], "\n\n"+want[1])
		if n := strings.Count(text, "\n\n"); n != 2 {
			t.Errorf("got %d reasons, want 2: %s", n, text)
		}
	}
}

// Of how many vehicles the reasons are not shown, and where they are, is said. The number of vehicles in the fleet is too.
func TestFlotaReasonsNotShown(t *testing.T) {
	t.Parallel()
	failures := map[string]error{}
	for n := range 15 {
		failures[fmt.Sprintf("AAA%02d", n)] = rejected(strings.Repeat("no ", min(n, 12)))
	}
	run := failedRun(failures)
	var warned diag.Diagnostics
	run.sayPending(warned.AddWarning, retriedText)
	acctest.ExpectSays(t, "the warning", warned[0].Summary(), "Vehicles not in place: AAA00 and 14 more of client 1")
	acctest.ExpectSays(t, "the warning", warned[0].Detail(), "15 of 150 vehicles are not in place; max_pendientes permits 0. The next apply",
		"other reasons, for 12 of the vehicles. The attribute pendientes")
}
