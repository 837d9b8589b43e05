package flota

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// flotaNotes is what a fleet keeps in its private state. Without the notes on vehicles that are
// not linked yet, the next run would take this fleet's plates for foreign ones, or link twice.
type flotaNotes struct {
	// Registered are the plates that this fleet registered or adopted.
	Registered []string `json:"registered,omitempty"`
	// NotListed are those whose link the service accepted, but no listing has shown yet.
	NotListed []string `json:"unseen,omitempty"`
	// Imported says that an import wrote vehiculos, and no configuration has since.
	Imported bool `json:"imported,omitempty"`
	// Spelled gives the service's spelling of a plate by the declared one, where they differ.
	Spelled map[string]string `json:"spelled,omitempty"`
}

const flotaNotesKey = "flota"

func readFlotaNotes(ctx context.Context, private framework.PrivateReader, diags *diag.Diagnostics) (notes flotaNotes) {
	value, failed := private.GetKey(ctx, flotaNotesKey)
	diags.Append(failed...)
	if value == nil {
		return notes
	}
	if err := json.Unmarshal(value, &notes); err != nil {
		diags.AddError("Defect of the provider", fmt.Sprintf(unreadableNotesText, err))
	}
	return notes
}

// save writes the notes to the private state, unless they were and are empty.
func (n flotaNotes) save(ctx context.Context, before flotaNotes, private framework.PrivateWriter, diags *diag.Diagnostics) {
	if !n.empty() || !before.empty() {
		framework.SetMark(ctx, private, flotaNotesKey, n, diags)
	}
}

func (n flotaNotes) empty() bool {
	return len(n.Registered)+len(n.NotListed)+len(n.Spelled) == 0 && !n.Imported
}

// spelledAs gives n with each plate spelled as in plan. If that differs from the spelling in state,
// it notes the one that the service knows.
func (n flotaNotes) spelledAs(plan, state flotaModel) flotaNotes {
	respell, declared, spelled := plan.spelling(), plan.Vehiculos.Elements(), make(map[string]string)
	for _, placa := range slices.Concat(plates(state.Vehiculos.Elements()), n.Registered, plates(n.Spelled)) {
		to, held := respell(placa), n.held(placa)
		if _, in := declared[to]; in && to != held {
			spelled[to] = held
		}
	}
	rename := func(placas []string) (out []string) {
		for _, placa := range placas {
			out = append(out, respell(placa))
		}
		return out
	}
	n.Registered, n.NotListed, n.Spelled = rename(n.Registered), rename(n.NotListed), spelled
	return n
}

// held gives the spelling by which the service knows a plate.
func (n flotaNotes) held(placa string) string { return cmp.Or(n.Spelled[placa], placa) }

// union gives the plates of both lists, in order and once each.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// on copies the notes on a plate to its task.
func (n flotaNotes) on(tasks map[string]*flotaTask) {
	for _, placa := range n.Registered {
		if task, there := tasks[placa]; there {
			task.registered = true
		}
	}
	for placa, held := range n.Spelled {
		if task, there := tasks[placa]; there {
			task.spelled = held
		}
	}
	for _, placa := range n.NotListed {
		if task, there := tasks[placa]; there {
			task.notListed = task.id.IsNull()
		}
	}
}
