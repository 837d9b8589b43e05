package parking

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
)

// Vehiculo is the link of a plate to a client.
type Vehiculo struct {
	ID                 int64
	ClienteID          Field[int64]
	Placa, Nombre      Field[string]
	Activado, Favorito Field[bool]
}

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

// RegisterVehiculo creates the link and gives the vehicle. When the link was
// created and the answer cannot be understood, the error matches ErrContract.
func (c *Client) RegisterVehiculo(ctx context.Context, request VehiculoRequest) (Vehiculo, error) {
	return c.vehiculo(ctx, call{op: opRegistrarVehiculo, body: request})
}

// Vehiculo reads a vehicle by id (A5). ErrNotFound when there is none.
func (c *Client) Vehiculo(ctx context.Context, id int64) (Vehiculo, error) {
	v, err := c.vehiculo(ctx, call{op: opVehiculo, element: strconv.FormatInt(id, 10)})
	if err == nil && v.ID != id {
		return Vehiculo{}, &ContractError{Operation: opVehiculo.name, Assumption: "A5", Detail: fmt.Sprintf("vehicle %d was asked for, and %d came", id, v.ID)}
	}
	return v, err
}

func (c *Client) vehiculo(ctx context.Context, call call) (Vehiculo, error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return Vehiculo{}, err
	}
	r, err := newRecord(call.op.name, env.data)
	if err != nil {
		return Vehiculo{}, err
	}
	return newVehiculo(r)
}

// Vehiculos lists the vehicles that match, every page. Filters travel in the
// query: in a body the service ignores them and answers for every client.
func (c *Client) Vehiculos(ctx context.Context, filter VehiculosFilter) ([]Vehiculo, error) {
	query := url.Values{"cliente_id": {strconv.FormatInt(filter.ClienteID, 10)}}
	if filter.Placa != "" {
		query.Set("placa", filter.Placa)
	}
	if filter.Nombre != "" {
		query.Set("nombre", filter.Nombre)
	}
	records, err := c.pages(ctx, call{op: opVehiculos, query: query})
	if err != nil {
		return nil, err
	}
	out := make([]Vehiculo, len(records))
	for i, r := range records {
		if out[i], err = newVehiculo(r); err != nil {
			return nil, err
		}
		if owner := out[i].ClienteID.Value; owner != nil && *owner != filter.ClienteID {
			return nil, &ContractError{Operation: opVehiculos.name, Detail: fmt.Sprintf("vehicles of client %d were asked for, and one of client %d came; the service ignores its filters", filter.ClienteID, *owner)}
		}
	}
	return out, nil
}

// FindVehiculo looks a link up by client and plate, in the listing. An exact
// spelling wins over one that differs in case, blanks or hyphens, and the lower
// id over a higher one, so that the order of the answer does not matter. ok is
// false when the listing has none. Of several links of one plate the one whose
// id is known is meant; 0 stands for none known.
func (c *Client) FindVehiculo(ctx context.Context, clienteID int64, placa string, known int64) (found Vehiculo, ok bool, err error) {
	list, err := c.Vehiculos(ctx, VehiculosFilter{ClienteID: clienteID, Placa: placa})
	if err != nil {
		return Vehiculo{}, false, err
	}
	exact := false
	for _, v := range list {
		if v.Placa.Value == nil || !SamePlaca(*v.Placa.Value, placa) {
			continue
		}
		if v.ID == known {
			return v, true, nil
		}
		same := *v.Placa.Value == placa
		if !ok || same && !exact || same == exact && v.ID < found.ID {
			found, ok, exact = v, true, same
		}
	}
	return found, ok, nil
}

func newVehiculo(r *record) (Vehiculo, error) {
	id := r.integer("id", "vehiculo_id").Value
	v := Vehiculo{
		ClienteID: r.integer("cliente_id"), Placa: r.text("placa"), Nombre: r.text("nombre"),
		Activado: r.flag("activado"), Favorito: r.flag("favorito"),
	}
	if r.err != nil {
		return Vehiculo{}, r.err
	}
	if id == nil {
		return Vehiculo{}, &ContractError{Operation: r.op, Detail: "a vehicle record has no id"}
	}
	v.ID = *id
	return v, nil
}
