package provider

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refresh takes the fleet as the service holds it: the client's whole listing,
// and each plate. Vehicles that are gone are left out, so that the plan brings
// them back; those that never were in place stay declared. An import has no
// entries yet and takes every vehicle of the client.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, diags *diag.Diagnostics) {
	listed, err := r.client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: m.ClienteID.ValueInt64()})
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		task{verb: "read", noun: "fleet", name: "of client " + m.ClienteID.String()}.addError(diags, err)
		return
	}
	entries, _ := m.entries()
	ids := m.ids()
	if m.Vehiculos.IsNull() {
		for _, v := range listed {
			if v.Placa.Value != nil {
				entries[*v.Placa.Value] = flotaEntry{TipoVehiculoID: types.Int64Null(), Nombre: types.StringUnknown()}
				ids[*v.Placa.Value] = types.Int64Value(v.ID)
			}
		}
	}
	byID := make(map[int64]parking.Vehiculo, len(listed))
	for _, v := range listed {
		byID[v.ID] = v
	}
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		gone []string
	)
	for placa, id := range ids {
		entry := entries[placa]
		vehiculo, in := byID[id.ValueInt64()]
		wg.Go(func() {
			held, there, err := r.holds(ctx, entry, placa, id.ValueInt64(), vehiculo, in)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err != nil && !diags.HasError(): // one tells enough of a service that fails
				r.placaTask("read", entry.placa(placa)).addError(diags, err)
			case err == nil && there:
				entries[placa] = held
			case err == nil:
				gone = append(gone, placa)
			}
		})
	}
	wg.Wait()
	for _, placa := range gone {
		delete(entries, placa)
		delete(ids, placa)
	}
	m.setEntries(entries)
	m.setIDs(plates(entries), ids)
	pending := m.pending()
	for _, placa := range gone {
		delete(pending, placa)
	}
	m.setPending(pending)
}

// holds gives an entry as the service holds it; there is false when its vehicle
// or its plate is gone. What the listing does not show is confirmed by the direct
// read (A5).
func (r *flotaResource) holds(ctx context.Context, entry flotaEntry, placa string, id int64, vehiculo parking.Vehiculo, listed bool) (held flotaEntry, there bool, err error) {
	if !listed {
		vehiculo, err = r.client.Vehiculo(ctx, id)
	}
	var plate parking.Placa
	if err == nil {
		plate, err = r.client.Placa(ctx, placa)
	}
	if errors.Is(err, parking.ErrNotFound) {
		return flotaEntry{}, false, nil
	}
	return entry.refresh(plate, vehiculo), err == nil, err
}
