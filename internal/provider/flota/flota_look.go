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
func (r *flotaResource) preview(ctx context.Context, plan, state flotaModel, private flotaPrivate, diags *diag.Diagnostics) {
	if r.Client == nil || diags.HasError() {
		return
	}
	tasks, _ := plan.tasks(state)
	private.on(tasks)
	maps.DeleteFunc(tasks, func(_ string, task *flotaTask) bool {
		return !task.id.IsNull() || task.registered || task.notListed
	})
	if len(tasks) == 0 {
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

// preview looks up one vehicle and its plate. A plate that another block has is that block's to look up.
func (r *flotaRun) preview(ctx context.Context, placa string, task *flotaTask, withPlates bool) {
	link := task.vehiculo(r.clienteID, placa)
	found, linked, why := lookAtVehiculo(ctx, r.Service, link)
	other, managed := isManaged(r.Service, placa)
	if managed && !linked && other != 0 && !r.clienteID.IsUnknown() && other != r.clienteID.ValueInt64() {
		framework.Shared[movingPlates](r.Service).Store(parking.BarePlaca(placa), true)
		task.notices = append(task.notices, &notice{vehicleMoves, fmt.Sprintf(vehicleMovesText, link.Placa, other, link.ClienteID)})
	}
	if task.why = why; why != nil || !withPlates || !linked && managed {
		task.noteFound(link, found, linked)
		return
	}
	spelled := placa
	if linked {
		spelled = *found.Placa.Value
	}
	held, err := lookAtPlaca(ctx, r.Service, spelled)
	if err != nil {
		if !parking.Is(err, parking.NotFound) {
			task.why = lookFailed(placaTask(r.Service, "plan", task.placa(spelled)), err)
		}
		return
	}
	plate := task.placa(spelled)
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
		t.notices = append(t.notices, &notice{vehicleFound, fmt.Sprintf(vehicleFoundText, link.Placa, link.ClienteID, found.ID)})
	}
}

// warnPreview says which vehicles the apply cannot put in place, and which could not be looked up.
func (r *flotaRun) warnPreview(plan flotaModel, diags *diag.Diagnostics) {
	of := func(which func(why *reason) bool) *flotaRun {
		some := maps.Clone(r.tasks)
		maps.DeleteFunc(some, func(_ string, task *flotaTask) bool { return task.why == nil || !which(task.why) })
		return newFlotaRun(r.Service, r.clienteID, some)
	}
	mayPass := func(why *reason) bool { return why.err != nil && framework.MayPass(why.err) }
	unchecked, refused := of(mayPass), of(func(why *reason) bool { return !mayPass(why) })
	if n := len(unchecked.tasks); n > 0 {
		for _, task := range unchecked.tasks {
			r.Client.Retell(task.why.err)
		}
		diags.AddWarning(fmt.Sprintf("Vehicles not checked (%d)", n), fmt.Sprintf(fleetUncheckedText, unchecked.reasons(moreLaterText)))
	}
	all, most := len(plan.Vehiculos.Elements()), plan.maxPending()
	switch n := len(refused.tasks); {
	case n > most, n > 0 && n == all:
		diags.AddAttributeError(path.Root("vehiculos"), fmt.Sprintf("Vehicles cannot be put in place (%d)", n),
			fmt.Sprintf(fleetRefusedText, n, all, most, refused.reasons(moreLaterText)))
	case n > 0:
		diags.AddAttributeWarning(path.Root("vehiculos"), fmt.Sprintf("Vehicles cannot be put in place (%d)", n),
			fmt.Sprintf(fleetRefusedText, n, all, most, refused.reasons(moreLaterText)))
	}
}

// warnOddEntries warns of plates that are probably not written as they were meant.
func warnOddEntries(tasks map[string]*flotaTask, diags *diag.Diagnostics) {
	var odd []string
	for _, placa := range plates(tasks) {
		if why := parking.OddPlaca(placa); why != "" {
			odd = append(odd, fmt.Sprintf("%q %s", placa, why))
		}
	}
	if len(odd) > 0 {
		diags.AddAttributeWarning(path.Root("vehiculos"), fmt.Sprintf("Check the spelling of plates (%d)", len(odd)),
			fmt.Sprintf(oddPlatesText, linesOf(odd)))
	}
}
