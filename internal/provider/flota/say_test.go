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
	broken := answers.Body(500, "averiado")
	failing := answers.On(routes{"GET /external/placa/AKX0001": broken, "GET /external/placa/AKX0002": broken})
	acctest.Each(t, map[string]twoBlocks{
		"registered":         {types: "placa", before: placas, kind: "Plate already registered: "},
		"not linked":         {types: linking, before: placas, kind: "Plate already registered, to be linked: "},
		"to be overwritten":  {types: registering, before: differing, kind: "Plate will be overwritten: "},
		"linked":             {types: linking, before: placas + "; " + links, kind: "Vehicle already exists: "},
		"odd":                {types: all, lower: true, kind: "Check the spelling of the plate: "},
		"not looked up":      {types: "flota", answer: failing, kind: "Vehicles not checked: "},
		"adopted":            {types: registering, between: placas, kind: "Existing plate adopted: "},
		"overwritten":        {types: registering, between: differing, kind: "Existing plate adopted and updated: "},
		"adopted links":      {types: "vehiculo", before: placas, between: links, kind: "Existing vehicle adopted: "},
		"adopted with links": {types: "flota", between: placas + "; " + links, kind: "Existing vehicle adopted: "},
		"moved":              {types: "vehiculo", before: placas, moves: true, kind: "Plate already registered, to be linked: "},
		"moved fleet":        {types: "flota", before: placas, moves: true, kind: "Vehicles stay on the service: "},
		"linked twice":       {types: linking, before: placas, later: links, kind: "Plate linked more than once: "},
		"renamed":            {types: linking, before: placas, later: rename, kind: "Vehicle renamed on the service: "},
	}, func(t *testing.T, c twoBlocks) {
		for _, resource := range strings.Fields(c.types) {
			placas, shown := c.show(t, resource)
			for _, placa := range placas {
				acctest.ExpectSays(t, resource, shown, c.kind+placa)
			}
		}
	})
}

// twoBlocks are of one type, and have the same finding.
type twoBlocks struct {
	types                  string // which have it
	before, between, later string // on the service: before the plans, before the applies, and after those
	answer                 func(*http.Request) http.HandlerFunc
	lower                  bool   // the plates are written in lower case
	moves                  bool   // what exists is planned for another client
	kind                   string // the summaries begin so
}

// show takes two blocks through a plan and an apply, and a refresh and a plan if something comes later. It gives their plates and the
// summaries of the warnings, each once.
func (c twoBlocks) show(t *testing.T, resource string) (placas []string, shown string) {
	t.Helper()
	w, typeName := looksServer(t), "parking_"+resource
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
		placas, configs[i] = append(placas, placa), declare(resource, placa, "Uno")
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
		show(append(read.Warnings(), planOf(next, typeName, read, configs[i]).Warnings()...))
	}
	return placas, shown
}

// rejected are vehicles of client 1 whose links the service rejected with these messages, by plate.
func rejected(messages map[string]string) map[string]finding {
	out := make(map[string]finding)
	for placa, message := range messages {
		e := entry{placa: placa, clienteID: types.Int64Value(1)}
		out[placa] = failed(e.linkTask("create"), &parking.Error{Op: "registrar_vehiculo", Kind: parking.Rejected,
			Outcome: parking.Refused, Message: message, Answer: parking.Answer{Status: 422}})
	}
	return out
}

// Failures that differ only in the plate are one reason, with one vehicle as the example. So are refusals of one kind.
func TestFlotaReasonsByText(t *testing.T) {
	t.Parallel()
	refusals := make(map[string]finding)
	for _, placa := range []string{"CCC1", "CCC2"} {
		refusals[placa] = refused("nombre", "x", "Another name: "+placa+".", "y")
		refusals["D"+placa] = refused("nombre", "x, too", "No plate.", "y")
	}
	failures := rejected(map[string]string{"AAA1": "AAA1 sobra", "AAA2": "AAA2 sobra", "AAA3": "cupo lleno"})
	for text, want := range map[string][]string{
		reasonsOf(failures): {`AAA1, AAA2. For example AAA1: Could not create vehicle "AAA1" of client 1`, "AAA3: Could not"},
		reasonsOf(refusals): {"CCC1, CCC2. For example CCC1: Another name: CCC1. y", "DCCC1, DCCC2: No plate. y"},
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
	messages := make(map[string]string)
	for n := range 15 {
		messages[fmt.Sprintf("AAA%02d", n)] = strings.Repeat("no ", min(n, 12))
	}
	run := &fleetRun{fleet: entry{clienteID: types.Int64Value(1)}, declared: 150, tasks: make(tasks)}
	for placa, why := range rejected(messages) {
		run.tasks[placa] = &task{found: []finding{why}}
	}
	var warned diag.Diagnostics
	run.sayPending(warned.AddWarning, retriedText)
	acctest.ExpectSays(t, "the warning", warned[0].Summary(), "Vehicles not in place: AAA00 and 14 more of client 1")
	acctest.ExpectSays(t, "the warning", warned[0].Detail(), "15 of 150 vehicles are not in place; max_pendientes permits 0. The next",
		"other reasons, for 12 of the vehicles. The attribute pendientes")
}
