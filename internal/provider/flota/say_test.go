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
		links     = "INSERT INTO vehiculos (placa, cliente_id, nombre) VALUES ('AKX0001', 1, 'Uno'), ('AKX0002', 1, 'Uno')"
		rename    = "UPDATE vehiculos SET nombre = 'Otro'"
	)
	failing := answers.On(map[string]http.HandlerFunc{"GET /external/placa/AKX0001": answers.Body(500, "averiado"), "GET /external/placa/AKX0002": answers.Body(500, "averiado")})
	fleets, singles := []string{"parking_flota"}, []string{"parking_vehiculo"}
	all, plates, linking := []string{"parking_placa", "parking_vehiculo", "parking_flota"}, []string{"parking_placa", "parking_flota"}, []string{"parking_vehiculo", "parking_flota"}
	acctest.Each(t, map[string]twoBlocks{
		"registered":         {types: all, before: placas, kind: "Plate already registered: "},
		"to be overwritten":  {types: plates, before: differing, kind: "Plate will be overwritten: "},
		"linked":             {types: linking, before: placas + "; " + links, kind: "Vehicle already exists: "},
		"odd":                {types: all, lower: true, kind: "Check the spelling of the plate: "},
		"not looked up":      {types: fleets, answer: failing, kind: "Vehicles not checked: "},
		"adopted":            {types: plates, between: placas, kind: "Existing plate adopted: "},
		"overwritten":        {types: plates, between: differing, kind: "Existing plate adopted and updated: "},
		"adopted links":      {types: singles, before: placas, between: links, kind: "Existing vehicle adopted: "},
		"adopted with links": {types: fleets, between: placas + "; " + links, kind: "Existing vehicle adopted: "},
		"moved":              {types: singles, before: placas, moves: true, kind: "Plate already registered: "},
		"moved fleet":        {types: fleets, before: placas, moves: true, kind: "Vehicles stay on the service: "},
		"linked twice":       {types: linking, before: placas, later: links, kind: "Plate linked more than once: "},
		"renamed":            {types: linking, before: placas, later: rename, kind: "Vehicle renamed on the service: "},
	}, func(t *testing.T, c twoBlocks) {
		for _, typeName := range c.types {
			placas, shown := c.show(t, typeName)
			for _, placa := range placas {
				acctest.ExpectSays(t, typeName, shown, c.kind+placa)
			}
		}
	})
}

// twoBlocks are of one type, and have the same finding.
type twoBlocks struct {
	types                  []string
	before, between, later string // on the service: before the plans, before the applies, and after those
	answer                 func(*http.Request) http.HandlerFunc
	lower                  bool   // the plates are written in lower case
	moves                  bool   // what exists is planned for another client
	kind                   string // the summaries begin so
}

// show takes two blocks through a plan and an apply, and a refresh and a plan if something comes later. It gives their plates and the
// summaries of the warnings, each once.
func (c twoBlocks) show(t *testing.T, typeName string) (placas []string, shown string) {
	t.Helper()
	w := looksServer(t)
	w.Exec("PRAGMA foreign_keys = OFF; " + c.before)
	w.Answer(c.answer)
	p, next := w.Proto(acctest.Values{"overwrite_existing": true}), w.Proto(nil)
	heads := make(map[string]bool)
	show := func(texts []string) {
		for _, text := range texts {
			if head, _, _ := strings.Cut(text, "\n"); !heads[head] {
				heads[head], shown = true, shown+head+"\n"
			}
		}
	}
	var blocks [2]acctest.Result
	var configs [2]acctest.Values
	var planned [2]*tfprotov6.PlanResourceChangeResponse
	for i, placa := range []string{"AKX0001", "AKX0002"} {
		if c.lower {
			placa = strings.ToLower(placa)
		}
		placas, configs[i] = append(placas, placa), map[string]acctest.Values{
			"parking_placa": {"placa": placa, "tipo_vehiculo_id": 1}, "parking_vehiculo": {"cliente_id": 1, "placa": placa, "nombre": "Uno"},
			"parking_flota": acctest.FleetOf(acctest.Values{placa: acctest.Car("Uno")})}[typeName]
		if c.moves {
			blocks[i] = p.Apply(typeName, blocks[i], configs[i])
			configs[i] = configs[i].With(acctest.Values{"cliente_id": 2})
		}
		planned[i] = p.Plan(typeName, blocks[i], configs[i])
		show(acctest.Result{Diags: planned[i].Diagnostics}.Warnings())
	}
	if c.moves {
		return placas, shown
	}
	w.Exec(c.between + ";")
	for i := range blocks {
		blocks[i] = p.ApplyPlan(t.Context(), typeName, acctest.Result{}, configs[i], planned[i])
		show(blocks[i].Warnings())
	}
	w.Exec(c.later + ";")
	for i := range blocks {
		read := next.Read(typeName, blocks[i].Later(t))
		show(append(read.Warnings(), acctest.Result{Diags: next.Plan(typeName, read, configs[i]).Diagnostics}.Warnings()...))
	}
	return placas, shown
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
