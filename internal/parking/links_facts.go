package parking

import (
	"context"
	"maps"
	"slices"
	"time"
)

// fact is a vehicle, and when it was read.
type fact struct {
	Vehiculo
	at      time.Time
	listed  bool // a page showed it
	partial bool // the answer to its creation, without fields that the listing may have
	made    bool // this process created it, and no read has shown it since
}

// answers reports whether the fact answers a read. A resource keeps in its state what is omitted; a data source has none. A
// vehicle without a client may be anybody's, where no plate was in the request.
func (f fact) answers(ctx context.Context) bool {
	return time.Since(f.at) <= factAge && (!f.partial || !isLookUp(ctx)) && (f.ClienteID.Sent || !f.listed)
}

// facts are the vehicles of a client that this process knows.
type facts struct {
	of  map[int64]fact
	ids map[string][]int64 // by bare plate
}

func (k facts) learn(v Vehiculo, listed bool) {
	k.store(fact{Vehiculo: v, at: time.Now(), listed: listed})
}

func (k facts) store(f fact) {
	k.of[f.ID] = f
	if f.Placa.Value == nil {
		return
	}
	bare := BarePlaca(*f.Placa.Value)
	if !slices.Contains(k.ids[bare], f.ID) {
		k.ids[bare] = append(k.ids[bare], f.ID)
	}
}

// keep forgets all others.
func (k facts) keep(which func(fact) bool) {
	maps.DeleteFunc(k.of, func(_ int64, f fact) bool { return !which(f) })
	clear(k.ids)
	for _, f := range k.of {
		k.store(f)
	}
}

// all gives the vehicles, in no order.
func (k facts) all() []Vehiculo {
	list := make([]Vehiculo, 0, len(k.of))
	for _, held := range k.of {
		list = append(list, held.Vehiculo)
	}
	return list
}

// pick picks the link of a plate.
func (k facts) pick(placa string) (Vehiculo, bool) {
	var list []Vehiculo
	for _, id := range k.ids[BarePlaca(placa)] {
		list = append(list, k.of[id].Vehiculo)
	}
	return PickVehiculo(list, placa, 0)
}
