package flota

import (
	"context"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// refresh reads each vehicle and each plate of the fleet, and shares the client's listing with its
// other fleets and vehicles. It leaves out vehicles that are gone, so that the plan adds them
// again, and names them; vehicles that were never linked stay declared. changed is false if m stays
// as it was.
func (r *flotaResource) refresh(ctx context.Context, m *flotaModel, notes *flotaNotes, diags *diag.Diagnostics) (
	gone []string, changed bool) {
	entries, _ := m.entries()
	ids := m.ids()
	list := func() error {
		known := make(map[string]int64, len(ids))
		for placa, id := range ids {
			known[notes.held(placa)] = id.ValueInt64()
		}
		return r.Client.Expect(ctx, m.ClienteID.ValueInt64(), known)
	}
	if m.imported() {
		var err error
		entries, ids, notes.Spelled, err = r.toImport(ctx, *m, diags)
		list, changed = func() error { return err }, true
	}
	read, err := r.readAll(ctx, m.ClienteID.ValueInt64(), list, ids, *notes)
	switch {
	case err != nil:
		reading := framework.Task{Verb: "read", Noun: "fleet", Name: "of client " + m.ClienteID.String()}
		if parking.Is(err, parking.Unexpected, parking.Changing, parking.TooLong) && m.imported() {
			reading.Refused = importNeedsListingText
		}
		reading.AddError(diags, err)
		return nil, false
	case read.failed != nil:
		placaTask(r.Service, "read", entries[read.failing].placa(read.failing)).AddError(diags, read.failed)
		return nil, false
	}
	for placa, vehiculo := range read.vehiculos {
		entry, id := entries[placa].refresh(read.placas[placa], vehiculo), types.Int64Value(vehiculo.ID)
		changed = changed || entry != entries[placa] || id != ids[placa]
		entries[placa], ids[placa] = entry, id
	}
	if !changed && len(read.gone) == 0 {
		return nil, false
	}
	pending := m.Pendientes.Elements()
	for _, placa := range read.gone {
		delete(entries, placa)
		delete(ids, placa)
		delete(pending, placa)
	}
	m.Vehiculos, m.Pendientes = vehiculosOf(entries), types.MapValueMust(types.StringType, pending)
	m.setIDs(ids, types.Int64Null())
	return read.gone, true
}

// flotaReads is what the service holds of a fleet, by plate as declared.
type flotaReads struct {
	stop      context.CancelFunc
	mu        sync.Mutex
	placas    map[string]parking.Placa
	vehiculos map[string]parking.Vehiculo
	gone      []string // whose vehicle or plate does not exist
	failing   string   // the first whose read failed
	failed    error
}

// readAll reads the vehicles with these ids and their plates. list reads the listing that shows most of them, at the same time
// as the plates are read; err is its error. After a failure nothing more is sent.
func (r *flotaResource) readAll(ctx context.Context, clienteID int64, list func() error, ids map[string]types.Int64, notes flotaNotes) (
	out *flotaReads, err error) {
	reading, stop := context.WithCancel(ctx)
	defer stop()
	out = &flotaReads{stop: stop, placas: make(map[string]parking.Placa), vehiculos: make(map[string]parking.Vehiculo)}
	var listing sync.WaitGroup
	listing.Go(func() {
		if err = list(); err != nil && !parking.Is(err, parking.NotFound) {
			stop()
			return
		}
		err = nil
	})
	if r.Client.MaxConcurrency() == 1 { // there is nothing to gain, and the order is the same every time
		listing.Wait()
	}
	readEach(r.Service, plates(ids), out, out.placas, func(placa string) (parking.Placa, error) {
		read, _, err := readSpelled(reading, r.Service, notes.held(placa), placa)
		return read, err
	})
	listing.Wait()
	readEach(r.Service, plates(out.placas), out, out.vehiculos, func(placa string) (parking.Vehiculo, error) {
		return r.linked(reading, clienteID, notes.held(placa), ids[placa].ValueInt64())
	})
	return out, err
}

// readSpelled reads a plate as the service spells it or, if that does not exist, as declared.
func readSpelled(ctx context.Context, s *framework.Service, held, declared string) (read parking.Placa, spelled string, err error) {
	if read, err = s.Client.Placa(ctx, held); held == declared || !parking.Is(err, parking.NotFound) {
		return read, held, err
	}
	read, err = s.Client.Placa(ctx, declared)
	return read, declared, err
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
		case out.failed == nil: // one error is enough for a failing service
			out.failing, out.failed = placa, err
			out.stop()
		}
	})
}

// toImport gives the vehicles to import: those of the named plates, or every vehicle of the client
// whose plate can be declared. It leaves out plates that the client does not have, so that the plan
// adds them. spelled is how the listing spells the named plates, if not as named.
func (r *flotaResource) toImport(ctx context.Context, m flotaModel, diags *diag.Diagnostics) (entries map[string]flotaEntry,
	ids map[string]types.Int64, spelled map[string]string, err error) {
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
	entries, ids, spelled = make(map[string]flotaEntry), make(map[string]types.Int64), make(map[string]string)
	named := m.Vehiculos.Elements()
	if m.Vehiculos.IsNull() {
		for _, v := range first {
			named[*v.Placa.Value] = nil
		}
	}
	for placa := range named {
		if v, there := first[parking.BarePlaca(placa)]; there {
			entries[placa], ids[placa] = unread, types.Int64Value(v.ID)
			if *v.Placa.Value != placa {
				spelled[placa] = *v.Placa.Value
			}
		}
	}
	return entries, ids, spelled, err
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
