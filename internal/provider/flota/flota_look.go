package flota

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// preview shows at plan time what the new vehicles of a fleet will meet, with one diagnostic for each kind.
func (r *flotaResource) preview(ctx context.Context, plan, state flotaModel, notListed []string, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	tasks, _ := plan.tasks(state, notListed)
	maps.DeleteFunc(tasks, func(_ string, task *flotaTask) bool { return !task.id.IsNull() || task.notListed })
	if len(tasks) == 0 || r.Client == nil {
		return
	}
	warnOddEntries(tasks, diags)
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", defaultFlotaTimeout, diags)
	defer cancel()
	run, withPlates := newFlotaRun(r.Service, plan.ClienteID, tasks), previewsPlates(r.Service, diags)
	if !plan.ClienteID.IsUnknown() {
		run.expect(ctx, plates(tasks))
	}
	forEach(r.Service, plates(tasks), func(placa string) { run.preview(ctx, placa, tasks[placa], withPlates) })
	run.warn(diags)
	run.warnPreview(plan, diags)
	warnNoVehiculos(r.Service, plan.ClienteID, diags)
}

// preview looks up one vehicle and its plate.
func (r *flotaRun) preview(ctx context.Context, placa string, task *flotaTask, withPlates bool) {
	link := task.vehiculo(r.clienteID, placa)
	found, linked, why := lookAtVehiculo(ctx, r.Service, link)
	if task.why = why; why != nil || !withPlates {
		task.noteFound(link, found, linked)
		return
	}
	plate := task.placa(placa)
	held, err := lookAtPlaca(ctx, r.Service, placa)
	switch {
	case parking.Is(err, parking.NotFound) && linked && *found.Placa.Value != placa: // the apply would register a second plate
		task.why = refuseSpelling(link.Placa, *found.Placa.Value)
		return
	case parking.Is(err, parking.NotFound):
		return
	case parking.DeniesOne(err): // and its registration tells
		task.why = lookFailed(placaTask("plan", plate), err)
		task.why.unchecked = true
		return
	case err != nil:
		task.why = lookFailed(placaTask("plan", plate), err)
		return
	}
	if task.why = refusePlaca(r.Service, plate, held); task.why != nil {
		return
	}
	if values := plate.differences(held); len(values) > 0 {
		task.notices = append(task.notices, &notice{plateOverwritten, strings.Join(values, "; ")})
	}
	if !linked {
		text := fmt.Sprintf(plateNotLinkedText, link.Placa, link.owner()) + maybeOthersText
		task.notices = append(task.notices, &notice{plateNotLinked, text})
	}
	task.noteFound(link, found, linked)
}

// noteFound notes that the vehicle exists.
func (t *flotaTask) noteFound(link vehiculoModel, found parking.Vehiculo, linked bool) {
	if linked && t.why == nil {
		text := fmt.Sprintf(vehicleFoundText, link.Placa, link.ClienteID, found.ID) + spelledOnService(found, link.Placa.ValueString())
		t.notices = append(t.notices, &notice{vehicleFound, text})
	}
}

// warnPreview says which vehicles the apply cannot put in place, and which could not be looked up.
func (r *flotaRun) warnPreview(plan flotaModel, diags *diag.Diagnostics) {
	of := func(which func(why *reason) bool) *flotaRun {
		some := maps.Clone(r.tasks)
		maps.DeleteFunc(some, func(_ string, task *flotaTask) bool { return task.why == nil || !which(task.why) })
		return newFlotaRun(r.Service, r.clienteID, some)
	}
	mayPass := func(why *reason) bool { return why.unchecked || why.err != nil && framework.MayPass(why.err) }
	unchecked, refused := of(mayPass), of(func(why *reason) bool { return !mayPass(why) })
	if n := len(unchecked.tasks); n > 0 {
		diags.AddWarning(fmt.Sprintf("Vehicles not checked (%d)", n), fmt.Sprintf(fleetUncheckedText, unchecked.reasons(moreLaterText)))
	}
	n, all, most := len(refused.tasks), len(plan.Vehiculos.Elements()), plan.maxPending()
	if n == 0 {
		return
	}
	add, text := diags.AddAttributeWarning, fmt.Sprintf(fleetRefusedText, n, all, most, refused.reasons(moreLaterText))
	if n > most || n == all {
		add = diags.AddAttributeError
	}
	if n == all {
		text = fmt.Sprintf(fleetAllRefusedText, n, refused.reasons(moreLaterText))
	}
	add(path.Root("vehiculos"), fmt.Sprintf("Vehicles cannot be put in place (%d)", n), text)
}

// warnOddEntries warns of plates that are probably not written as they were meant.
func warnOddEntries(tasks map[string]*flotaTask, diags *diag.Diagnostics) {
	var odd []string
	for _, placa := range plates(tasks) {
		if why := oddPlaca(placa); why != "" {
			odd = append(odd, fmt.Sprintf("%q %s", placa, why))
		}
	}
	if len(odd) > 0 {
		diags.AddAttributeWarning(path.Root("vehiculos"), fmt.Sprintf("Check the spelling of plates (%d)", len(odd)),
			fmt.Sprintf(oddPlatesText, linesOf(odd)))
	}
}
