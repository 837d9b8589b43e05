package flota

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ImportState takes the identifier of the client for its whole fleet, or also, after a slash, the
// plates of this fleet if the client has several. The read after it finds out which of them exist.
func (r *flotaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var clienteID types.Int64
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("cliente_id"), &clienteID)...)
		text = clienteID.String()
	}
	id, placas, err := framework.ParseFlotaID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), types.Int64Value(id))...)
	if len(placas) == 0 {
		return
	}
	entries := make(map[string]flotaEntry, len(placas))
	for _, placa := range placas {
		entries[placa] = flotaEntry{}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("vehiculos"), vehiculosOf(entries))...)
}

func (r *flotaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[flotaModel](ctx, r.Service, defaultFlotaTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	imported := state.VehiculoIDs.IsNull()
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

// toImport gives the vehicles to import: those of the named plates, or every vehicle of the client whose plate can be declared. Of several
// links of a plate it takes the first. It leaves out plates that the client does not have, so that the plan adds them.
func (r *flotaResource) toImport(ctx context.Context, m flotaModel, diags *diag.Diagnostics) (entries map[string]flotaEntry,
	ids map[string]types.Int64, err error) {
	listed, err := r.Client.ReadVehiculos(ctx, m.ClienteID.ValueInt64())
	entries, ids = make(map[string]flotaEntry), make(map[string]types.Int64)
	named := make(map[string]string) // by bare plate
	for placa := range m.Vehiculos.Elements() {
		named[parking.BarePlaca(placa)] = placa
	}
	byID := func(a, b parking.Vehiculo) int { return cmp.Compare(a.ID, b.ID) }
	for _, v := range slices.SortedFunc(slices.Values(listed), byID) {
		if v.Placa.Value == nil {
			continue
		}
		bare := parking.BarePlaca(*v.Placa.Value)
		if _, in := named[bare]; m.Vehiculos.IsNull() && !in {
			if parking.CheckPlaca(*v.Placa.Value) != nil {
				diags.AddWarning(fmt.Sprintf("Vehicle not imported: %d of client %s", v.ID, m.ClienteID),
					fmt.Sprintf(invalidPlateText, parking.Quote(*v.Placa.Value)))
				continue
			}
			named[bare] = *v.Placa.Value
		}
		if placa, in := named[bare]; in && ids[placa].IsNull() {
			entries[placa], ids[placa] = flotaEntry{unknownPlate, types.StringUnknown()}, types.Int64Value(v.ID)
		}
	}
	return entries, ids, err
}

// notImported says why the plan adds a plate that an import names, or that the client's list shows.
func notImported(placa, why string) finding {
	return finding{what: "Vehicle not imported", is: "If they are declared, the plan adds them",
		item: placa + " (" + strings.TrimSuffix(why, ".") + ")"}
}

// flotaRead is what a refresh reads of one vehicle.
type flotaRead struct {
	placa    parking.Placa
	vehiculo parking.Vehiculo
	err      error // NotFound if plate or vehicle is gone, Unproven if it stays
}

// refresh reads each vehicle and each plate of the fleet, and shares the client's listing with its other fleets and vehicles. It leaves out
// vehicles that are gone, so that the plan adds them again; vehicles that were never linked stay declared. If the fleet was just written,
// those that reads omit stay as they are. changed is false if m stays as it was.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, justWrote bool, diags *diag.Diagnostics) (changed bool) {
	entries, _ := m.entries()
	ids, notes, imported := m.ids(), make(byPlate), m.VehiculoIDs.IsNull()
	heldEntries, heldIDs := maps.Clone(entries), maps.Clone(ids)
	fleet := framework.Task{Verb: "read", Noun: "fleet", Name: "of client " + m.ClienteID.String()}
	if imported {
		var err error
		if entries, ids, err = r.toImport(ctx, *m, diags); err != nil {
			fleet.AddError(diags, err)
			return false
		}
		for placa := range m.Vehiculos.Elements() {
			if _, there := entries[placa]; !there {
				notes[placa] = []finding{notImported(placa, fmt.Sprintf("not linked to client %s", m.ClienteID))}
			}
		}
	}
	read := r.readAll(ctx, m.ClienteID, fleet, ids, diags)
	if diags.HasError() {
		return false
	}
	for _, placa := range plates(read) {
		got, was := read[placa], ids[placa]
		switch links := r.Client.LinksOf(m.ClienteID.ValueInt64(), placa); {
		case got.err != nil && justWrote:
			notes[placa] = []finding{{what: "Vehicles not shown yet", is: notShownYetText, item: placa,
				then: "Wait a minute, then plan again."}}
			continue
		case parking.Is(got.err, parking.Unproven) && !imported:
			notes[placa] = []finding{{what: "Vehicles not refreshed", is: unprovenText, item: placa,
				then: goneText + framework.Sentence(got.err)}}
			continue
		case got.err != nil:
			if imported {
				notes[placa] = []finding{notImported(placa, framework.Sentence(got.err))}
			}
			delete(entries, placa)
			delete(ids, placa)
			continue
		case len(links) > 1:
			notes[placa] = []finding{linkedAgainAs(placa, links, got.vehiculo.ID)}
		}
		if justWrote && !was.IsNull() && was.ValueInt64() != got.vehiculo.ID {
			continue // the read omits this link, and shows another one of the plate
		}
		declared := entries[placa].entry(m.ClienteID, placa)
		if held := got.vehiculo.Nombre.Value; held != nil && declared.otherName(got.vehiculo) != nil {
			notes[placa] = append(notes[placa], declared.renamedOutside(types.StringPointerValue(held)))
		}
		entries[placa], ids[placa] = entries[placa].refresh(got.placa, got.vehiculo), types.Int64Value(got.vehiculo.ID)
	}
	notes.sayNotes(entry{clienteID: m.ClienteID}, diags)
	if changed = imported || !maps.Equal(entries, heldEntries) || !maps.Equal(ids, heldIDs); changed {
		pending := m.Pendientes.Elements()
		maps.DeleteFunc(pending, func(placa string, _ attr.Value) bool { _, in := entries[placa]; return !in })
		m.Vehiculos, m.Pendientes = vehiculosOf(entries), types.MapValueMust(types.StringType, pending)
		m.setIDs(ids, types.Int64Null())
	}
	return changed
}

// readAll reads the vehicles with these ids and their plates. The listing that shows most of them is read at the same time as the
// first plates. After a failure nothing more is sent: one error is enough for a failing service.
func (r *flotaResource) readAll(ctx context.Context, clienteID types.Int64, fleet framework.Task, ids map[string]types.Int64,
	diags *diag.Diagnostics) map[string]flotaRead {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed sync.Once
	fail := func(task framework.Task, err error) {
		failed.Do(func() {
			task.AddError(diags, err)
			stop()
		})
	}
	var listing sync.WaitGroup
	listing.Go(func() {
		known := make(map[string]int64, len(ids))
		for placa, id := range ids {
			known[placa] = id.ValueInt64()
		}
		err := r.Client.Expect(ctx, clienteID.ValueInt64(), known)
		if err != nil && !parking.Denied(err) { // each vehicle is read by itself then
			fail(fleet, err)
		}
	})
	if r.Client.MaxConcurrency() == 1 { // there is nothing to gain, and the order is the same every time
		listing.Wait()
	}
	r.Client.MayShow(plates(ids)...)
	read := make(map[string]flotaRead, len(ids))
	var mu sync.Mutex
	forEach(r.Service, plates(ids), func(placa string) {
		var got flotaRead
		if got.placa, got.err = r.Client.Placa(ctx, placa, parking.Removal); got.err == nil {
			listing.Wait()
			got.vehiculo, got.err = readLink(ctx, r.Service, clienteID.ValueInt64(), placa, ids[placa].ValueInt64())
		}
		switch {
		case got.err == nil && isOther(got.vehiculo, clienteID.ValueInt64(), placa):
			got.err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
		case got.err != nil && !parking.Is(got.err, parking.NotFound, parking.Unproven):
			fail(entry{placa: placa}.plateTask("read"), got.err)
		}
		mu.Lock()
		defer mu.Unlock()
		read[placa] = got
	})
	listing.Wait()
	return read
}
