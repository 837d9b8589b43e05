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

// flotaPrivate is what a fleet keeps in its private state. Without what it says of vehicles that are
// not linked yet, the next run would take this fleet's plates for foreign ones, or link twice.
type flotaPrivate struct {
	// Registered are the plates that this fleet registered or adopted.
	Registered []string `json:"registered,omitempty"`
	// NotListed are those whose link the service accepted, but no listing has shown yet.
	NotListed []string `json:"unseen,omitempty"`
	// Imported says that an import wrote vehiculos, and no configuration has since.
	Imported bool `json:"imported,omitempty"`
	// Spelled gives the service's spelling of a plate by the declared one, where they differ.
	Spelled map[string]string `json:"spelled,omitempty"`
}

const flotaPrivateKey = "flota"

func readFlotaPrivate(ctx context.Context, private framework.PrivateReader, diags *diag.Diagnostics) (held flotaPrivate) {
	value, failed := private.GetKey(ctx, flotaPrivateKey)
	diags.Append(failed...)
	if value == nil {
		return held
	}
	if err := json.Unmarshal(value, &held); err != nil {
		diags.AddError("Defect of the provider", fmt.Sprintf(unreadablePrivateText, err))
	}
	return held
}

// save writes the private state, unless it was and is empty.
func (p flotaPrivate) save(ctx context.Context, before flotaPrivate, private framework.PrivateWriter, diags *diag.Diagnostics) {
	if !p.empty() || !before.empty() {
		framework.SetPrivate(ctx, private, flotaPrivateKey, p, diags)
	}
}

func (p flotaPrivate) empty() bool {
	return len(p.Registered)+len(p.NotListed)+len(p.Spelled) == 0 && !p.Imported
}

// spelledAs gives p with each plate spelled as in plan. If that differs from the spelling in state,
// it keeps the one that the service knows.
func (p flotaPrivate) spelledAs(plan, state flotaModel) flotaPrivate {
	respell, declared, spelled := plan.spelling(), plan.Vehiculos.Elements(), make(map[string]string)
	for _, placa := range slices.Concat(plates(state.Vehiculos.Elements()), p.Registered, plates(p.Spelled)) {
		to, held := respell(placa), p.held(placa)
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
	p.Registered, p.NotListed, p.Spelled = rename(p.Registered), rename(p.NotListed), spelled
	return p
}

// held gives the spelling by which the service knows a plate.
func (p flotaPrivate) held(placa string) string { return cmp.Or(p.Spelled[placa], placa) }

// union gives the plates of both lists, in order and once each.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// on copies what is known of a plate to its task.
func (p flotaPrivate) on(tasks map[string]*flotaTask) {
	for _, placa := range p.Registered {
		if task, there := tasks[placa]; there {
			task.registered = true
		}
	}
	for placa, held := range p.Spelled {
		if task, there := tasks[placa]; there {
			task.spelled = held
		}
	}
	for _, placa := range p.NotListed {
		if task, there := tasks[placa]; there {
			task.notListed = task.id.IsNull()
		}
	}
}
