package flota

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refresh reads each vehicle and each plate of the fleet, and shares the client's listing with its
// other fleets and vehicles. It leaves out vehicles that are gone, so that the plan adds them
// again, and names them; vehicles that were never linked stay declared.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, notes flotaNotes, diags *diag.Diagnostics) (gone []string) {
	entries, _ := m.entries()
	ids := m.ids()
	var err error
	if m.imported() {
		entries, ids, err = r.toImport(ctx, *m, diags)
	} else {
		known := make(map[string]int64, len(ids))
		for placa, id := range ids {
			known[notes.held(placa)] = id.ValueInt64()
		}
		err = r.Client.ExpectVehiculos(ctx, m.ClienteID.ValueInt64(), known)
	}
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		reading := framework.Task{Verb: "read", Noun: "fleet", Name: "of client " + m.ClienteID.String()}
		if errors.Is(err, parking.ErrContract) && m.imported() {
			reading.Refused = importNeedsListingText
		}
		reading.AddError(diags, err)
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	was, known := maps.Clone(entries), maps.Clone(ids) // the originals change during the reads
	forEach(r.Service, plates(ids), func(placa string) {
		held, id, err := r.holds(ctx, m.ClienteID.ValueInt64(), notes.held(placa), known[placa].ValueInt64(), was[placa])
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil:
			entries[placa], ids[placa] = held, types.Int64Value(id)
		case errors.Is(err, parking.ErrNotFound):
			gone = append(gone, placa)
		case !diags.HasError(): // one error is enough for a failing service
			placaTask(r.Service, "read", was[placa].placa(placa)).AddError(diags, err)
			cancel()
		}
	})
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
	m.setIDs(plates(entries), ids, types.Int64Null())
	m.setPending(pending)
	return gone
}

// toImport gives the vehicles to import: those of the named plates, or every vehicle of the client
// whose plate can be declared. It leaves out plates that the client does not have, so that the plan
// adds them.
func (r *flotaResource) toImport(ctx context.Context, m flotaModel, diags *diag.Diagnostics) (entries map[string]flotaEntry,
	ids map[string]types.Int64, err error) {
	listed, err := r.Client.ReadVehiculos(ctx, m.ClienteID.ValueInt64())
	first := make(map[string]parking.Vehiculo, len(listed)) // if a plate has several links
	for _, v := range listed {
		if v.Placa.Value == nil {
			continue
		}
		if placa := *v.Placa.Value; parking.CheckPlaca(placa) != nil {
			if m.Vehiculos.IsNull() {
				diags.AddWarning("Vehicle not imported", fmt.Sprintf(notImportedText, v.ID, m.ClienteID, parking.Quote(placa)))
			}
			continue
		}
		bare := parking.BarePlaca(*v.Placa.Value)
		if other, taken := first[bare]; !taken || v.ID < other.ID {
			first[bare] = v
		}
	}
	unread := flotaEntry{TipoVehiculoID: types.Int64Null(), Nombre: types.StringUnknown(), Electrico: types.BoolUnknown(),
		Minusvalido: types.BoolUnknown()}
	entries, ids = make(map[string]flotaEntry), make(map[string]types.Int64)
	if m.Vehiculos.IsNull() {
		for _, v := range first {
			entries[*v.Placa.Value], ids[*v.Placa.Value] = unread, types.Int64Value(v.ID)
		}
		return entries, ids, err
	}
	for placa := range m.Vehiculos.Elements() {
		if v, there := first[parking.BarePlaca(placa)]; there {
			entries[placa], ids[placa] = unread, types.Int64Value(v.ID)
		}
	}
	return entries, ids, err
}

// holds gives an entry as the service holds it, and the identifier of the vehicle; ErrNotFound if
// the vehicle or the plate is gone. If the listing does not show the vehicle, a direct read decides
// (A5); a vehicle that now has another plate or client is another one.
func (r *flotaResource) holds(ctx context.Context, clienteID int64, placa string, id int64, entry flotaEntry) (held flotaEntry,
	foundID int64, err error) {
	vehiculo, listed, err := r.Client.ReadVehiculo(ctx, clienteID, placa, id)
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		return held, 0, err
	}
	if !listed {
		if vehiculo, err = confirmVehiculo(ctx, r.Service, id); err != nil {
			return held, 0, err
		}
		owner, plate := vehiculo.ClienteID.Value, vehiculo.Placa.Value
		if owner != nil && *owner != clienteID || plate != nil && !parking.SamePlaca(*plate, placa) {
			return held, 0, parking.ErrNotFound
		}
	}
	plate, err := r.Client.Placa(ctx, placa)
	return entry.refresh(plate, vehiculo), vehiculo.ID, err
}
