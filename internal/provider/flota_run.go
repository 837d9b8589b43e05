package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// flotaRun brings the vehicles of a fleet onto the service, each by itself and
// through the code of the single resources. The client's limiter alone bounds how
// many are at work at once; a vehicle is linked as soon as its plate is there.
type flotaRun struct {
	*service
	clienteID types.Int64

	mu       sync.Mutex
	total    int
	ended    int
	ids      map[string]types.Int64
	pending  map[string]string
	warnings map[string]flotaWarning // by summary
}

// flotaWarning is one warning for all vehicles that have it.
type flotaWarning map[string]string // detail by plate

func newFlotaRun(s *service, clienteID types.Int64) *flotaRun {
	return &flotaRun{service: s, clienteID: clienteID, ids: make(map[string]types.Int64),
		pending: make(map[string]string), warnings: make(map[string]flotaWarning)}
}

// flotaTask is one vehicle to bring.
type flotaTask struct {
	flotaEntry
	id   types.Int64 // of the vehicle where it is in place, else null
	held flotaEntry  // what is known of it then
	sure bool        // held is what the service holds
}

// bring does what is to do for each vehicle.
func (r *flotaRun) bring(ctx context.Context, tasks map[string]flotaTask) {
	var wg sync.WaitGroup
	r.total = len(tasks)
	for placa, task := range tasks {
		wg.Go(func() {
			var diags diag.Diagnostics
			id := task.id
			if id.IsNull() {
				id = r.create(ctx, placa, task.flotaEntry, &diags)
			} else {
				r.change(ctx, placa, task, &diags)
			}
			r.note(ctx, placa, id, diags)
		})
	}
	wg.Wait()
}

// create registers the plate and links it.
func (r *flotaRun) create(ctx context.Context, placa string, entry flotaEntry, diags *diag.Diagnostics) types.Int64 {
	claims := []string{"placa " + placa, fmt.Sprintf("vehiculo %d %s", r.clienteID.ValueInt64(), placa)}
	for i, claim := range claims {
		if !r.claims.take(claim) {
			for _, mine := range claims[:i] {
				r.claims.release(mine)
			}
			diags.AddError("Vehicle declared twice", fmt.Sprintf("Another block of this configuration declares plate %q too, and brings it onto the service. Remove it from one of the two.", placa))
			return types.Int64Null()
		}
	}
	vehiculo := entry.vehiculo(r.clienteID, placa)
	r.registerPlaca(ctx, entry.placa(placa), types.StringNull(), diags)
	if !diags.HasError() {
		r.linkVehiculo(ctx, &vehiculo, diags)
	}
	if diags.HasError() { // the next try must find them free
		for _, claim := range claims {
			r.claims.release(claim)
		}
		return types.Int64Null()
	}
	return vehiculo.ID
}

// change brings a vehicle that is in place to what is declared now.
func (r *flotaRun) change(ctx context.Context, placa string, task flotaTask, diags *diag.Diagnostics) {
	plan := task.placa(placa)
	if !task.sure || !task.held.samePlaca(task.flotaEntry) {
		if err := r.client.UpdatePlaca(ctx, plan.request(types.StringNull())); err != nil {
			r.placaTask("update", plan).addError(diags, err)
			return
		}
	}
	if task.sure && task.held.Nombre.Equal(task.Nombre) || task.Nombre.IsNull() {
		return
	}
	// The name was not managed so far, so only the service knows it.
	vehiculo := task.vehiculo(r.clienteID, placa)
	record, found, err := r.client.FindVehiculo(ctx, r.clienteID.ValueInt64(), placa, task.id.ValueInt64())
	switch {
	case err != nil && !errors.Is(err, parking.ErrNotFound):
		r.vehiculoTask("read", vehiculo).addError(diags, err)
	case found:
		state := vehiculo
		state.refresh(record)
		refuseRename(vehiculo, state, diags)
	}
}

// note keeps what became of one vehicle, and tells the log how far the fleet is.
func (r *flotaRun) note(ctx context.Context, placa string, id types.Int64, diags diag.Diagnostics) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended++
	var why []string
	for _, d := range diags {
		if d.Severity() == diag.SeverityError {
			why = append(why, d.Summary()+": "+strings.Join(strings.Fields(d.Detail()), " "))
			continue
		}
		if r.warnings[d.Summary()] == nil {
			r.warnings[d.Summary()] = make(flotaWarning)
		}
		r.warnings[d.Summary()][placa] = d.Detail()
	}
	if !id.IsNull() {
		r.ids[placa] = id
	}
	switch {
	case len(why) > 0:
		r.pending[placa] = strings.Join(why, "; ")
	case id.IsNull():
		r.pending[placa] = "The service accepted the vehicle, and its identifier is not known yet. The next apply looks for it."
	}
	if r.ended%100 == 0 || r.ended == r.total {
		tflog.Info(ctx, "fleet brought onto the parking service", map[string]any{
			"cliente_id": r.clienteID.ValueInt64(), "done": r.ended, "of": r.total, "not_in_place": len(r.pending)})
	}
}

// report adds one warning for each kind that there were, and one for the vehicles
// that are not in place. An error would taint the whole fleet.
func (r *flotaRun) report(diags *diag.Diagnostics) {
	for _, summary := range plates(r.warnings) {
		details := r.warnings[summary]
		placas := plates(details)
		diags.AddWarning(fmt.Sprintf("%s (%d)", summary, len(placas)), fmt.Sprintf("Plates: %s.\n\nThe first of them: %s", someOf(placas), details[placas[0]]))
	}
	if len(r.pending) == 0 {
		return
	}
	placas := plates(r.pending)
	diags.AddWarning(fmt.Sprintf("%d of %d vehicles are not in place", len(placas), r.total), fmt.Sprintf("Of the fleet of client %s, all others are. The next apply tries these again, and only these: %s. Why, is in pendientes.\n\nThe first of them, %s: %s",
		r.clienteID, someOf(placas), placas[0], r.pending[placas[0]]))
}

// someOf names plates, not more than can be read.
func someOf(placas []string) string {
	const most = 20
	if len(placas) <= most {
		return strings.Join(placas, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(placas[:most], ", "), len(placas)-most)
}
