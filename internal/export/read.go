package export

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// fleet is what a client has on the service, as far as it can be declared.
type fleet struct {
	vehiculos []vehiculo             // by plate
	favoritas []parking.ZonaFavorita // by id
	leftOut   []note                 // what cannot be declared
}

type vehiculo struct {
	id int64
	flotacsv.Row
}

func (v vehiculo) nombre() string { return *cmp.Or(v.Nombre, new(string)) }

// note is something of the client that is not in the configuration, and why.
type note struct{ what, why string }

func (n note) String() string { return n.what + ": " + oneLine(n.why) }

func (f *fleet) omit(what, why string) { f.leftOut = append(f.leftOut, note{what, why}) }

// reader reads what a client has.
type reader struct {
	client    *parking.Client
	clienteID int64
	say       func(string, ...any)
}

// read reads everything, or gives the error that keeps it from being worth writing.
func (r reader) read(ctx context.Context) (fleet, error) {
	var out fleet
	listed, err := r.client.ReadVehiculos(ctx, r.clienteID)
	if err != nil && !parking.Is(err, parking.NotFound) { // a client of nothing may be not found
		return out, provider.ReadError("vehicles", r.of(), err)
	}
	if err := r.readFavoritas(ctx, &out); err != nil {
		return out, err
	}
	if len(listed) == 0 && len(out.favoritas) == 0 && len(out.leftOut) == 0 {
		return out, fmt.Errorf("the service shows no vehicles and no favourites of client %d; "+
			"check the identifier, and whether the credential may see the client", r.clienteID)
	}
	r.say("reading the plates of %s of client %d", counted(len(listed), "vehicle"), r.clienteID)
	if err := r.readPlacas(ctx, out.links(listed), &out); err != nil {
		return out, err
	}
	if len(out.vehiculos) == 0 && len(out.favoritas) == 0 {
		return out, fmt.Errorf("nothing of client %d can be declared; the first is %s", r.clienteID, out.leftOut[0])
	}
	return out, nil
}

func (r reader) of() string { return fmt.Sprintf("of client %d", r.clienteID) }

// links gives one link of each plate, in the order of plates: the one with the lowest id, which is also what an import
// takes, whose plan warns of the others. What cannot be declared is noted.
func (f *fleet) links(listed []parking.Vehiculo) []parking.Vehiculo {
	slices.SortFunc(listed, func(a, b parking.Vehiculo) int { return cmp.Compare(a.ID, b.ID) })
	taken := make(map[string]bool, len(listed))
	var out []parking.Vehiculo
	for _, v := range listed {
		if v.Placa.Value == nil {
			f.omit(fmt.Sprintf("vehicle %d", v.ID), "the service does not tell its plate")
			continue
		}
		placa := *v.Placa.Value
		if err := parking.CheckPlaca(placa); err != nil {
			f.omit(named(v.ID, placa), "Terraform cannot name the plate, which "+err.Error())
			continue
		}
		if bare := parking.BarePlaca(placa); !taken[bare] {
			taken[bare] = true
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b parking.Vehiculo) int { return cmp.Compare(*a.Placa.Value, *b.Placa.Value) })
	return out
}

func named(id int64, placa string) string { return fmt.Sprintf("vehicle %d (plate %q)", id, placa) }

// readPlacas reads the plate of each link, as many at once as requests may be in flight. A plate that cannot be read
// leaves its vehicle out; what would keep the others from being read too ends it.
func (r reader) readPlacas(ctx context.Context, links []parking.Vehiculo, out *fleet) error {
	placas, failed := make([]parking.Placa, len(links)), make([]error, len(links))
	group, ctx := errgroup.WithContext(ctx)
	for i, link := range links {
		group.Go(func() error {
			placas[i], failed[i] = r.client.Placa(ctx, *link.Placa.Value, parking.Nothing)
			if err := failed[i]; err != nil && general(err) {
				return provider.ReadError("plate", fmt.Sprintf("%q", *link.Placa.Value), err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil { // the first one, because of which the others fail
		return err
	}
	for i, link := range links {
		p := placas[i]
		v := vehiculo{link.ID, flotacsv.Row{Placa: *link.Placa.Value, ClienteID: r.clienteID, Nombre: link.Nombre.Value,
			TipoVehiculoID: value(p.TipoVehiculoID), Electrico: value(p.Electrico), Minusvalido: value(p.Minusvalido)}}
		if parking.CheckNombre(v.nombre()) != nil { // what is not declared is not managed, and stays
			v.Nombre = nil
		}
		switch {
		case failed[i] != nil:
			out.omit(named(v.id, v.Placa), "its plate cannot be read: "+failed[i].Error())
		case v.TipoVehiculoID < 1:
			out.omit(named(v.id, v.Placa), "the service does not tell the vehicle type of its plate")
		default:
			out.vehiculos = append(out.vehiculos, v)
		}
	}
	return nil
}

// general reports whether an error speaks of the service, and not of what was asked for.
func general(err error) bool {
	return parking.Is(err, parking.Unauthorized, parking.Throttled, parking.DeniesAll, parking.Stopped) || parking.NoAnswer(err)
}

func value[T any](f parking.Field[T]) T { return *cmp.Or(f.Value, new(T)) }

// readFavoritas reads the favourites. The vehicles do not depend on them, so favourites that are not understood are left out.
func (r reader) readFavoritas(ctx context.Context, out *fleet) error {
	list, err := r.client.ZonasFavoritas(ctx, r.clienteID, parking.Zona{}, parking.EmptyList)
	switch {
	case err == nil, parking.Is(err, parking.NotFound):
	case general(err), ctx.Err() != nil:
		return provider.ReadError("favourites", r.of(), err)
	default:
		out.omit("the favourites", "they cannot be read: "+err.Error())
	}
	for _, f := range list {
		switch {
		case f.ID == nil:
			out.omit("a favourite", "the service does not tell its identifier, so it cannot be imported")
		case f.Zona(parking.Zona{}).Equal(parking.Zona{}):
			out.omit(fmt.Sprintf("favourite %d", *f.ID), "it names no zone, section or space")
		default:
			out.favoritas = append(out.favoritas, f)
		}
	}
	slices.SortFunc(out.favoritas, func(a, b parking.ZonaFavorita) int { return cmp.Compare(*a.ID, *b.ID) })
	return nil
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
