package flota

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func (r *flotaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[flotaModel](ctx, "read", defaultFlotaTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the object is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{state.ClienteID})...)
	if resp.Diagnostics.HasError() || r.Client == nil {
		return
	}

	imported := state.imported()
	changed := r.refresh(ctx, &state, r.JustWrote(ctx, req.Private), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if imported && len(state.Vehiculos.Elements()) == 0 {
		resp.State.RemoveResource(ctx) // none of them exists, so there is no fleet to import
		return
	}
	if changed {
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// refresh reads each vehicle and each plate of the fleet, and shares the client's listing with its
// other fleets and vehicles. It leaves out vehicles that are gone, so that the plan adds them
// again; vehicles that were never linked stay declared. If the fleet was just written, those that reads
// omit stay as they are. changed is false if m stays as it was.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, justWrote bool, diags *diag.Diagnostics) (changed bool) {
	entries, _ := m.entries()
	ids := m.ids()
	list := func() error {
		known := make(map[string]int64, len(ids))
		for placa, id := range ids {
			known[placa] = id.ValueInt64()
		}
		return r.Client.Expect(ctx, m.ClienteID.ValueInt64(), known)
	}
	if m.imported() {
		var err error
		entries, ids, err = r.toImport(ctx, *m, diags)
		list, changed = func() error { return err }, true
	}
	read, err := r.readAll(ctx, m.ClienteID.ValueInt64(), m.imported(), list, ids)
	switch {
	case err != nil:
		reading := framework.Task{Verb: "read", Noun: "fleet", Name: "of client " + m.ClienteID.String()}
		reading.AddError(diags, err)
		return false
	case read.failed != nil:
		entries[read.failing].entry(m.ClienteID, read.failing).plateTask("read").AddError(diags, read.failed)
		return false
	}
	if !justWrote {
		framework.Task{Noun: "vehicle", Name: "of client " + m.ClienteID.String()}.WarnStays(r.Service, read.unproven, diags)
	}
	r.warnLinkedAgain(*m, plates(read.vehiculos), diags)
	for placa, vehiculo := range read.vehiculos {
		if was := ids[placa]; justWrote && !was.IsNull() && was.ValueInt64() != vehiculo.ID {
			continue // the read omits this link, and shows another one of the plate
		}
		entry, id := entries[placa].refresh(read.placas[placa], vehiculo), types.Int64Value(vehiculo.ID)
		changed = changed || entry != entries[placa] || id != ids[placa]
		entries[placa], ids[placa] = entry, id
	}
	if justWrote {
		read.gone = nil
	}
	if !changed && len(read.gone) == 0 {
		return false
	}
	pending := m.Pendientes.Elements()
	for _, placa := range read.gone {
		delete(entries, placa)
		delete(ids, placa)
		delete(pending, placa)
	}
	m.Vehiculos, m.Pendientes = vehiculosOf(entries), types.MapValueMust(types.StringType, pending)
	m.setIDs(ids, types.Int64Null())
	return true
}

// warnLinkedAgain adds one warning for all of these plates that reads showed with several links.
func (r *flotaResource) warnLinkedAgain(m flotaModel, placas []string, diags *diag.Diagnostics) {
	var several []string
	for _, placa := range placas {
		if links := r.Client.LinksOf(m.ClienteID.ValueInt64(), placa); len(links) > 1 {
			several = append(several, linksText(placa, links))
		}
	}
	if len(several) > 0 {
		diags.AddWarning(fmt.Sprintf("Plates linked more than once (%d)", len(several)),
			fmt.Sprintf(someLinkedAgainText, m.ClienteID, someOf(several)))
	}
}

// flotaReads is what the service holds of a fleet, by plate as declared.
type flotaReads struct {
	stop      context.CancelFunc
	mu        sync.Mutex
	placas    map[string]parking.Placa
	vehiculos map[string]parking.Vehiculo
	gone      []string // whose vehicle or plate does not exist
	unproven  error    // what was answered to one that stays
	failing   string   // the first whose read failed
	failed    error
}

// readAll reads the vehicles with these ids and their plates. list reads the listing that shows most of them, at the same time
// as the plates are read; err is its error. After a failure nothing more is sent.
func (r *flotaResource) readAll(ctx context.Context, clienteID int64, imported bool, list func() error, ids map[string]types.Int64) (
	out *flotaReads, err error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	out = &flotaReads{stop: stop, placas: make(map[string]parking.Placa), vehiculos: make(map[string]parking.Vehiculo)}
	var listing sync.WaitGroup
	listing.Go(func() {
		if err = list(); err != nil && (imported || !parking.Denied(err)) { // each vehicle is read by itself then
			stop()
			return
		}
		err = nil
	})
	if r.Client.MaxConcurrency() == 1 { // there is nothing to gain, and the order is the same every time
		listing.Wait()
	}
	readEach(r.Service, plates(ids), out, out.placas, func(placa string) (parking.Placa, error) {
		return r.Client.Placa(reading, placa, parking.Removal)
	})
	listing.Wait()
	readEach(r.Service, plates(out.placas), out, out.vehiculos, func(placa string) (parking.Vehiculo, error) {
		return r.linked(reading, clienteID, placa, ids[placa].ValueInt64())
	})
	return out, err
}

// readEach reads something of each plate into a part of out, until a read fails.
func readEach[T any](s *framework.Service, placas []string, out *flotaReads, into map[string]T, read func(placa string) (T, error)) {
	forEach(s, placas, func(placa string) {
		found, err := read(placa)
		out.mu.Lock()
		defer out.mu.Unlock()
		switch {
		case err == nil:
			into[placa] = found
		case parking.Is(err, parking.NotFound):
			out.gone = append(out.gone, placa)
		case parking.Is(err, parking.Unproven):
			out.unproven = err
		case out.failed == nil: // one error is enough for a failing service
			out.failing, out.failed = placa, err
			out.stop()
		}
	})
}

// linked gives a vehicle as the service holds it; NotFound if it is gone. One that now has another plate or client is
// another one.
func (r *flotaResource) linked(ctx context.Context, clienteID int64, placa string, id int64) (parking.Vehiculo, error) {
	vehiculo, err := readLink(ctx, r.Service, clienteID, placa, id)
	if err == nil && isOther(vehiculo, clienteID, placa) {
		err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
	}
	return vehiculo, err
}
