package flota

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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
