package parking

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Vehiculo is the link of a plate to a client.
type Vehiculo struct {
	ID                 int64
	ClienteID          Field[int64]
	Placa, Nombre      Field[string]
	Activado, Favorito Field[bool]
}

func (v Vehiculo) id() int64 { return v.ID }

// VehiculoRequest links a registered plate to a client.
type VehiculoRequest struct {
	ClienteID int64  `json:"cliente_id"`
	Placa     string `json:"placa"`
	Nombre    string `json:"nombre,omitempty"`
}

// VehiculosFilter selects vehicles of one client.
type VehiculosFilter struct {
	ClienteID int64
	Placa     string // "" for every plate
	Nombre    string // "" for every name
}

// RegisterVehiculo creates the link and returns the vehicle. The caller has looked it up and not found it: after a lost
// answer, the one in the listing counts as created, and the request is sent again only if the whole listing lacks it.
// If the link was created but its record could not be read, the error matches ErrContract.
func (c *Client) RegisterVehiculo(ctx context.Context, request VehiculoRequest) (Vehiculo, error) {
	fleet := c.fleet(request.ClienteID)
	out, err := carryOut(ctx, c, once[Vehiculo]{
		send: func(ctx context.Context, tries *budget) (made Vehiculo, err error) {
			if err := fleet.beginCreation(ctx); err != nil {
				return Vehiculo{}, &NoAnswerError{Operation: opRegistrarVehiculo.name, Err: err}
			}
			defer func() { fleet.endCreation(request, made, err) }()
			v, err := readRecord(ctx, c, call{op: opRegistrarVehiculo, body: request, budget: tries}, newVehiculo)
			owner, placa := v.ClienteID.Value, v.Placa.Value
			if owner != nil && *owner != request.ClienteID || placa != nil && !SamePlaca(*placa, request.Placa) {
				return Vehiculo{}, contractError(opRegistrarVehiculo.name, "",
					"vehicle %s of client %d was registered, but the answer shows another one", request.Placa, request.ClienteID)
			}
			return v, err
		},
		look: func(ctx context.Context) (Vehiculo, bool, error) {
			found, there, err := c.FindVehiculo(ctx, request.ClienteID, request.Placa, 0)
			if there || err != nil && !errors.Is(err, ErrNotFound) { // that there is nothing to list is an answer too
				return found, there, err
			}
			return fleet.find(ctx, linkQuery{placa: request.Placa, creating: true, again: true})
		},
	})
	if out.Lost != nil {
		fleet.learnAll([]Vehiculo{out.Made})
	}
	return out.Made, err
}

// ReadVehiculo reads a link by client and plate as FindVehiculo does, and shares work with the other reads of the
// client: a page read for one answers others for ten minutes. ok is false if the link is not in the listing, filtered
// or whole.
func (c *Client) ReadVehiculo(ctx context.Context, clienteID int64, placa string, id int64) (found Vehiculo, ok bool, err error) {
	return c.fleet(clienteID).find(ctx, linkQuery{placa: placa, id: id})
}

// LookForVehiculo is ReadVehiculo for a link that will be created if it does not exist. An earlier read may prove that
// it exists. That it does not must come from the service now, since another run may have created it; only if this
// process registered the plate itself, a whole listing up to a minute old is enough. If neither the listing nor the
// filter is conclusive, there is an error.
func (c *Client) LookForVehiculo(ctx context.Context, clienteID int64, placa string) (found Vehiculo, ok bool, err error) {
	return c.fleet(clienteID).find(ctx, linkQuery{placa: placa, creating: true})
}

// ExpectVehiculos announces which links ReadVehiculo will be asked for next, ids by plate. If so many make it
// worthwhile, it reads the pages of the listing first; otherwise it returns at once.
func (c *Client) ExpectVehiculos(ctx context.Context, clienteID int64, ids map[string]int64) error {
	queries := make([]linkQuery, 0, len(ids))
	for placa, id := range ids {
		queries = append(queries, linkQuery{placa: placa, id: id})
	}
	return c.fleet(clienteID).expect(ctx, queries)
}

// ExpectLooks is ExpectVehiculos for LookForVehiculo.
func (c *Client) ExpectLooks(ctx context.Context, clienteID int64, placas []string) error {
	queries := make([]linkQuery, 0, len(placas))
	for _, placa := range placas {
		queries = append(queries, linkQuery{placa: placa, creating: true})
	}
	return c.fleet(clienteID).expect(ctx, queries)
}

// ShownVehiculo gives the client's link to that plate, if an earlier read showed one. It sends nothing.
func (c *Client) ShownVehiculo(clienteID int64, placa string) (shown Vehiculo, ok bool) {
	fleet := c.fleet(clienteID)
	fleet.mu.Lock()
	defer fleet.mu.Unlock()
	return fleet.pick(placa)
}

// ReadVehiculos lists all vehicles of a client, in no order, and shares work with its other reads for ten minutes: it
// reads only the pages that nobody has read. If these do not prove to be the whole listing, it reads the listing as
// Vehiculos does.
func (c *Client) ReadVehiculos(ctx context.Context, clienteID int64) ([]Vehiculo, error) {
	fleet := c.fleet(clienteID)
	list, whole, err := fleet.all(ctx)
	if err != nil || whole {
		return list, err
	}
	list, err = c.Vehiculos(ctx, VehiculosFilter{ClienteID: clienteID})
	fleet.learnAll(list)
	return list, err
}

// Vehiculo reads a vehicle by id (A5). ErrNotFound when there is none.
func (c *Client) Vehiculo(ctx context.Context, id int64) (Vehiculo, error) {
	v, err := readRecord(ctx, c, call{op: opVehiculo, element: strconv.FormatInt(id, 10)}, newVehiculo)
	if err == nil && v.ID != id {
		return Vehiculo{}, contractError(opVehiculo.name, "A5", "vehicle %d was requested, but %d was returned", id, v.ID)
	}
	return v, err
}

// Vehiculos lists the matching vehicles of every page. Filters are in the query: the service ignores them in a body,
// and returns every client's vehicles.
func (c *Client) Vehiculos(ctx context.Context, filter VehiculosFilter) ([]Vehiculo, error) {
	call, read := filter.listing()
	return readPages(ctx, c, call, read)
}

// listing is the request for the matching vehicles, and the reader of their records.
func (f VehiculosFilter) listing() (call, func(*record) (Vehiculo, error)) {
	query := url.Values{"cliente_id": {strconv.FormatInt(f.ClienteID, 10)}}
	if f.Placa != "" {
		query.Set("placa", f.Placa)
	}
	if f.Nombre != "" {
		query.Set("nombre", f.Nombre)
	}
	var withClient, withoutClient bool // records that came so far
	return call{op: opVehiculos, query: query}, func(r *record) (Vehiculo, error) {
		v, err := newVehiculo(r)
		if err == nil {
			err = f.admit(v)
		}
		withClient, withoutClient = withClient || v.ClienteID.Sent, withoutClient || !v.ClienteID.Sent
		if err == nil && withClient && withoutClient {
			err = contractError(opVehiculos.name, "", "some vehicle records have a cliente_id and others do not")
		}
		return v, err
	}
}

// admit rejects a vehicle of another client or plate, which shows that the service ignores its filters. A record
// without a client is checked by its plate alone.
func (f VehiculosFilter) admit(v Vehiculo) error {
	sign := ""
	switch owner := v.ClienteID; {
	case owner.Value != nil && *owner.Value != f.ClienteID:
		sign = fmt.Sprintf("cliente_id = %d and returned a vehicle of client %d", f.ClienteID, *owner.Value)
	case owner.Sent && owner.Value == nil:
		sign = fmt.Sprintf("cliente_id = %d and returned a vehicle without a client", f.ClienteID)
	case !owner.Sent && v.Placa.Value != nil && !strings.Contains(BarePlaca(*v.Placa.Value), BarePlaca(f.Placa)):
		sign = "placa and returned other vehicles"
	default:
		return nil
	}
	return contractError(opVehiculos.name, "", "the service ignored the filter %s", sign)
}

// FindVehiculo looks a link up by client and plate, with the filter: as the plate is spelled, and if that shows
// nothing, without blanks and hyphens, as the service may store it. Of several links it prefers the given id (0: none),
// then an exact spelling, then the lower id, so that the order of the answer does not matter. ok is false if the
// listing has none.
func (c *Client) FindVehiculo(ctx context.Context, clienteID int64, placa string, id int64) (found Vehiculo, ok bool, nothing error) {
	for _, spelling := range slices.Compact([]string{placa, BarePlaca(placa)}) {
		list, err := c.Vehiculos(ctx, VehiculosFilter{ClienteID: clienteID, Placa: spelling})
		if err != nil && !errors.Is(err, ErrNotFound) {
			return Vehiculo{}, false, err
		}
		if found, ok := PickVehiculo(list, placa, id); ok {
			return found, true, nil
		}
		nothing = err
	}
	return Vehiculo{}, false, nothing
}

// PickVehiculo is FindVehiculo in a list of vehicles.
func PickVehiculo(list []Vehiculo, placa string, id int64) (found Vehiculo, ok bool) {
	exact := false
	for _, v := range list {
		if v.Placa.Value == nil || !SamePlaca(*v.Placa.Value, placa) {
			continue
		}
		if v.ID == id {
			return v, true
		}
		same := *v.Placa.Value == placa
		if !ok || same && !exact || same == exact && v.ID < found.ID {
			found, ok, exact = v, true, same
		}
	}
	return found, ok
}

func newVehiculo(r *record) (Vehiculo, error) {
	return checked(r, Vehiculo{
		ID:        r.ownID(r.identifier("id", "vehiculo_id"), "", "a vehicle record has no id"),
		ClienteID: r.identifier("cliente_id"), Placa: r.text("placa"), Nombre: r.text("nombre"),
		Activado: r.flag("activado"), Favorito: r.flag("favorito"),
	})
}
