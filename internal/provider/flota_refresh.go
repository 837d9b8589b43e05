package provider

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refresh takes the fleet as the service holds it: the client's whole listing,
// and each plate. Vehicles that are gone are left out, so that the plan brings
// them back, and named; those that never were linked stay declared.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, diags *diag.Diagnostics) (gone []string) {
	listed, err := r.client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: m.ClienteID.ValueInt64()})
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		task{verb: "read", noun: "fleet", name: "of client " + m.ClienteID.String()}.addError(diags, err)
		return nil
	}
	byPlate := make(map[string][]parking.Vehiculo, len(listed))
	for _, v := range listed {
		if v.Placa.Value != nil {
			bare := parking.BarePlaca(*v.Placa.Value)
			byPlate[bare] = append(byPlate[bare], v)
		}
	}
	entries, _ := m.entries()
	ids := m.ids()
	if m.imported() {
		entries, ids = m.toImport(byPlate)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu sync.Mutex
		wg sync.WaitGroup
	)
	was, known := maps.Clone(entries), maps.Clone(ids) // those that are read change meanwhile
	for placa, known := range known {
		entry, same := was[placa], byPlate[parking.BarePlaca(placa)]
		wg.Go(func() {
			held, id, err := r.holds(ctx, m.ClienteID.ValueInt64(), placa, known.ValueInt64(), entry, same)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				entries[placa], ids[placa] = held, types.Int64Value(id)
			case errors.Is(err, parking.ErrNotFound):
				gone = append(gone, placa)
			case !diags.HasError(): // one tells enough of a service that fails
				r.placaTask("read", entry.placa(m.ClienteID, placa)).addError(diags, err)
				cancel()
			}
		})
	}
	wg.Wait()
	if diags.HasError() {
		return nil
	}
	pending := m.pending()
	for _, placa := range gone {
		delete(entries, placa)
		delete(ids, placa)
		delete(pending, placa)
	}
	m.setEntries(entries)
	m.setIDs(plates(entries), ids)
	m.setPending(pending)
	return gone
}

// toImport gives the vehicles that an import takes: those of the plates that it
// names, or every vehicle of the client. byPlate is the client's listing; plates
// that it does not show are left out, so that the plan adds them.
func (m flotaModel) toImport(byPlate map[string][]parking.Vehiculo) (entries map[string]flotaEntry, ids map[string]types.Int64) {
	unread := flotaEntry{TipoVehiculoID: types.Int64Null(), Nombre: types.StringUnknown(), Electrico: types.BoolUnknown(), Minusvalido: types.BoolUnknown()}
	entries, ids = make(map[string]flotaEntry), make(map[string]types.Int64)
	take := func(placa string, first parking.Vehiculo) {
		entries[placa], ids[placa] = unread, types.Int64Value(first.ID)
	}
	if m.Vehiculos.IsNull() {
		for _, same := range byPlate {
			first := firstOf(same)
			take(*first.Placa.Value, first)
		}
		return entries, ids
	}
	for placa := range m.Vehiculos.Elements() {
		if same := byPlate[parking.BarePlaca(placa)]; len(same) > 0 {
			take(placa, firstOf(same))
		}
	}
	return entries, ids
}

// firstOf gives the vehicle, of several links of one plate.
func firstOf(same []parking.Vehiculo) parking.Vehiculo {
	return slices.MinFunc(same, func(a, b parking.Vehiculo) int { return cmp.Compare(a.ID, b.ID) })
}

// holds gives an entry as the service holds it, and the vehicle's identifier;
// ErrNotFound when the vehicle or the plate is gone. same are the vehicles that the
// listing shows for the plate. What it does not show is confirmed by the direct
// read (A5), and one that is another plate's or client's by now is not this one.
func (r *flotaResource) holds(ctx context.Context, clienteID int64, placa string, id int64, entry flotaEntry, same []parking.Vehiculo) (held flotaEntry, foundID int64, err error) {
	vehiculo, listed := parking.PickVehiculo(same, placa, id)
	if !listed {
		if vehiculo, err = r.client.Vehiculo(ctx, id); err != nil {
			return held, 0, err
		}
		if owner := vehiculo.ClienteID.Value; owner != nil && *owner != clienteID || vehiculo.Placa.Value != nil && !parking.SamePlaca(*vehiculo.Placa.Value, placa) {
			return held, 0, parking.ErrNotFound
		}
	}
	plate, err := r.client.Placa(ctx, placa)
	return entry.refresh(plate, vehiculo), vehiculo.ID, err
}
