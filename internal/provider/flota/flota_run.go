package flota

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"golang.org/x/sync/errgroup"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// flotaRun creates or updates the vehicles of a fleet one by one, with the code of the single
// resources.
type flotaRun struct {
	*framework.Service
	clienteID types.Int64
	block     string // that claims are for

	mu       sync.Mutex
	total    int // of the tasks
	declared int // of the fleet
	ended    int
	ids      map[string]types.Int64
	pending  map[string]pendingReason
	notes    flotaNotes                   // on plates that are not linked
	warnings map[string]map[string]string // detail by summary and plate
}

func newFlotaRun(s *framework.Service, clienteID types.Int64) *flotaRun {
	return &flotaRun{Service: s, clienteID: clienteID, ids: make(map[string]types.Int64), pending: make(map[string]pendingReason),
		notes: flotaNotes{Spelled: make(map[string]string)}, warnings: make(map[string]map[string]string)}
}

// flotaTask is one vehicle to create or update, and what is known about it.
type flotaTask struct {
	flotaEntry
	id         types.Int64 // of the vehicle if it is linked, else null
	registered bool        // this fleet registered the plate already
	notListed  bool        // linked by an earlier run, and not listed yet then
	held       flotaEntry  // what the state holds, if the vehicle is linked
	sure       bool        // held is what the service holds
	spelled    string      // how the service spells the plate, if not as declared
}

// bring carries out the tasks.
func (r *flotaRun) bring(ctx context.Context, tasks map[string]*flotaTask) {
	looks := make(map[string]int64)
	for placa, task := range tasks {
		if task.id.IsNull() && !task.notListed {
			looks[cmp.Or(task.spelled, placa)] = 0
		}
	}
	// If this fails, each vehicle looks for itself, and reports why.
	_ = r.Client.Expect(parking.Unshown(ctx), r.clienteID.ValueInt64(), looks)
	r.total = len(tasks)
	forEach(r.Service, plates(tasks), func(placa string) { r.bringOne(ctx, placa, tasks[placa]) })
}

// forEach works on plates in their order, and on no more at once than requests may be in flight. With more, every plate would
// be registered before the first link, since the client serves requests in their order, and each that waits holds memory.
func forEach(s *framework.Service, placas []string, work func(placa string)) {
	var group errgroup.Group
	group.SetLimit(s.Client.MaxConcurrency())
	for _, placa := range placas {
		group.Go(func() error {
			work(placa)
			return nil
		})
	}
	_ = group.Wait()
}

// bringOne registers the plate, then links it, and notes the outcome.
func (r *flotaRun) bringOne(ctx context.Context, placa string, task *flotaTask) {
	var diags diag.Diagnostics
	switch err := context.Cause(ctx); {
	case err != nil:
		why := interruptedText
		if errors.Is(err, context.DeadlineExceeded) {
			why = err.Error()
		}
		diags.AddError("Vehicle not processed", fmt.Sprintf(notProcessedText, why,
			vehiculoTask(r.Service, "create", task.vehiculo(r.clienteID, placa)).NeverSent(err)))
	case r.claim(placa, task, &diags):
		r.plate(ctx, cmp.Or(task.spelled, placa), task, &diags)
		if !diags.HasError() {
			r.link(ctx, cmp.Or(task.spelled, placa), task, &diags)
		}
		if diags.HasError() { // free for the next try
			r.unclaim(placa)
		}
	}
	r.note(ctx, placa, *task, diags)
}

func claimsOf(clienteID types.Int64, placa string) []string {
	return []string{placaClaim(placa), vehiculoClaim(clienteID.ValueInt64(), placa)}
}

// claim keeps other blocks of this run from what this fleet is about to create.
func (r *flotaRun) claim(placa string, task *flotaTask, diags *diag.Diagnostics) bool {
	if !task.id.IsNull() {
		return true
	}
	for _, claim := range claimsOf(r.clienteID, placa) {
		if !r.Claims.ClaimFor(claim, r.block) {
			r.unclaim(placa)
			diags.AddError("Vehicle declared twice", fmt.Sprintf(vehicleInTwoBlocksText, placa, r.clienteID))
			return false
		}
	}
	return true
}

func (r *flotaRun) unclaim(placa string) {
	for _, claim := range claimsOf(r.clienteID, placa) {
		r.Claims.Leave(claim, r.block)
	}
}

// plate registers the plate, or updates a registered one to what is declared.
func (r *flotaRun) plate(ctx context.Context, placa string, task *flotaTask, diags *diag.Diagnostics) {
	plan := task.placa(placa)
	task.registered = task.registered || r.Released.Has(placaClaim(placa))
	if task.registered {
		verb, err := r.update(ctx, plan, *task)
		if err == nil {
			return
		}
		if !parking.Is(err, parking.NotFound) {
			placaTask(r.Service, verb, plan).AddError(diags, err)
			return
		}
	}
	if !r.adoptLinked(ctx, plan, task, diags) {
		registerPlaca(ctx, r.Service, plan, diags)
	}
	task.registered = !diags.HasError()
}

// update brings a plate that this fleet registered to what is declared. Where it is not known what the service holds, a
// read tells: most are as they were registered, and a read costs no more than the update. verb says what failed.
func (r *flotaRun) update(ctx context.Context, plan placaModel, task flotaTask) (verb string, err error) {
	same := task.sure && task.samePlaca(task.held)
	if !task.sure {
		held, err := r.Client.Placa(ctx, plan.Placa.ValueString())
		if err != nil {
			return "read", err
		}
		same = len(plan.differences(held)) == 0
	}
	if same {
		return "", nil
	}
	return "update", r.Client.UpdatePlaca(ctx, plan.request())
}

// adoptLinked adopts the plate of a vehicle that the client's listing shows, such as one that an earlier apply linked:
// its registration would be rejected, or register the plate under a second spelling.
func (r *flotaRun) adoptLinked(ctx context.Context, plan placaModel, task *flotaTask, diags *diag.Diagnostics) (done bool) {
	shown, ok := r.Client.ShownVehiculo(r.clienteID.ValueInt64(), plan.Placa.ValueString())
	if !ok {
		return false
	}
	held, spelled, err := readSpelled(ctx, r.Service, *shown.Placa.Value, plan.Placa.ValueString())
	if err == nil && spelled != plan.Placa.ValueString() {
		task.spelled, plan.Placa = spelled, types.StringValue(spelled)
	}
	switch {
	case parking.Is(err, parking.NotFound):
		return false
	case err != nil:
		placaTask(r.Service, "create", plan).AddLookError(diags, err)
	default:
		adoptPlaca(ctx, r.Service, plan, held, diags)
	}
	return true
}

// link links the plate. An existing link cannot be changed, and is not created again.
func (r *flotaRun) link(ctx context.Context, placa string, task *flotaTask, diags *diag.Diagnostics) {
	if task.notListed || !task.id.IsNull() {
		r.name(ctx, placa, task, diags)
		return
	}
	vehiculo := task.vehiculo(r.clienteID, placa)
	known := linkVehiculo(ctx, r.Service, &vehiculo, diags)
	if diags.HasError() {
		return
	}
	task.id, task.notListed = vehiculo.ID, !known
}

// name looks a linked vehicle up if its identifier or its name is not known.
func (r *flotaRun) name(ctx context.Context, placa string, task *flotaTask, diags *diag.Diagnostics) {
	if !task.notListed && (task.Nombre.IsNull() || task.sure && sameNombre(task.Nombre, task.held.Nombre)) {
		return
	}
	vehiculo := task.vehiculo(r.clienteID, placa)
	record, found, err := r.Client.FindVehiculo(ctx, r.clienteID.ValueInt64(), placa, task.id.ValueInt64())
	if task.notListed && !found { // the filter may match nothing
		record, found, err = r.Client.LookForVehiculo(ctx, r.clienteID.ValueInt64(), placa)
	}
	switch {
	case err != nil && !parking.Is(err, parking.NotFound):
		vehiculoTask(r.Service, "read", vehiculo).AddError(diags, err)
	case found:
		if task.notListed {
			task.id, task.notListed = types.Int64Value(record.ID), false
		}
		state := vehiculo
		state.refresh(record)
		refuseRename(vehiculo, state, diags)
	case task.notListed:
		diags.AddError("Vehicle not listed yet", notListedYetText)
	}
}

// note keeps the outcome of one vehicle, and logs the progress of the fleet.
func (r *flotaRun) note(ctx context.Context, placa string, task flotaTask, diags diag.Diagnostics) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended++
	adopted := slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Summary() == vehiculoAdopted })
	for _, d := range diags.Warnings() {
		if adopted && d.Summary() == plateAdopted {
			continue // whoever adopts the vehicle has its plate
		}
		if r.warnings[d.Summary()] == nil {
			r.warnings[d.Summary()] = make(map[string]string)
		}
		r.warnings[d.Summary()][placa] = d.Detail()
	}
	switch {
	case !task.id.IsNull():
		r.ids[placa] = task.id
	case task.registered:
		r.notes.Registered = append(r.notes.Registered, placa)
	}
	if task.spelled != "" && (task.registered || !task.id.IsNull()) {
		r.notes.Spelled[placa] = task.spelled
	}
	if task.notListed {
		r.notes.NotListed = append(r.notes.NotListed, placa)
	}
	switch {
	case diags.HasError():
		r.pending[placa] = reasonOf(diags.Errors(), placa, task)
	case task.id.IsNull():
		r.pending[placa] = pendingReason{text: pendingIDText, brief: sentence.FindString(pendingIDText), kind: pendingIDText}
	}
	if r.ended%100 == 0 || r.ended == r.total {
		tflog.Info(ctx, "fleet put on the parking service", map[string]any{
			"cliente_id": r.clienteID.ValueInt64(), "done": r.ended, "of": r.total, "pending": len(r.pending)})
	}
}

// report adds one warning for each kind that there were.
func (r *flotaRun) report(diags *diag.Diagnostics) {
	for _, summary := range plates(r.warnings) {
		details := r.warnings[summary]
		placas := plates(details)
		diags.AddWarning(fmt.Sprintf("%s (%d)", summary, len(placas)), about(placas, details[placas[0]]))
	}
}

// about says of which plates a text is, which names the first of them.
func about(placas []string, text string) string {
	if len(placas) == 1 {
		return placas[0] + ": " + text
	}
	return fmt.Sprintf(exampleText, someOf(placas), placas[0], text)
}

// someOf names plates, but not too many to read.
func someOf(placas []string) string {
	const most = 20
	if len(placas) <= most {
		return strings.Join(placas, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(placas[:most], ", "), len(placas)-most)
}
