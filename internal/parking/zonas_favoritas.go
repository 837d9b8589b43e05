package parking

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
)

// Zona names a zone, a section and a cell; nil is "none".
type Zona struct {
	ZonaID, TramoID, CeldaID *int64
}

// Equal reports whether both name the same place.
func (z Zona) Equal(o Zona) bool {
	same := func(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
	return same(z.ZonaID, o.ZonaID) && same(z.TramoID, o.TramoID) && same(z.CeldaID, o.CeldaID)
}

// ZonaFavorita is a favourite of a client.
type ZonaFavorita struct {
	ID, ClienteID            *int64 // nil when left out
	ZonaID, TramoID, CeldaID Field[int64]
}

// Zona gives the favourite's place; known fills what the record leaves out.
func (f ZonaFavorita) Zona(known Zona) Zona {
	for _, field := range []struct {
		field Field[int64]
		place **int64
	}{{f.ZonaID, &known.ZonaID}, {f.TramoID, &known.TramoID}, {f.CeldaID, &known.CeldaID}} {
		if field.field.Sent {
			*field.place = field.field.Value
		}
	}
	return known
}

type zonaFavoritaRequest struct {
	ID        *int64 `json:"id,omitempty"`
	ClienteID int64  `json:"cliente_id"`
	ZonaID    *int64 `json:"zona_id,omitempty"`
	TramoID   *int64 `json:"tramo_id,omitempty"`
	CeldaID   *int64 `json:"celda_id"` // nullable: null clears it
}

// ZonasFavoritas lists the favourites of a client; filter narrows it by the
// fields that are set. The client travels in a JSON body, the filter in the query.
func (c *Client) ZonasFavoritas(ctx context.Context, clienteID int64, filter Zona) ([]ZonaFavorita, error) {
	query := url.Values{}
	for name, value := range map[string]*int64{"zona_id": filter.ZonaID, "tramo_id": filter.TramoID, "celda_id": filter.CeldaID} {
		if value != nil {
			query.Set(name, strconv.FormatInt(*value, 10))
		}
	}
	body := struct {
		ClienteID int64 `json:"cliente_id"`
	}{clienteID}
	env, err := c.do(ctx, call{op: opZonasFavoritas, query: query, body: body})
	if err != nil {
		return nil, err
	}
	list, err := walkFavoritas(opZonasFavoritas.name, env.data)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if f.ClienteID != nil && *f.ClienteID != clienteID {
			return nil, &ContractError{Operation: opZonasFavoritas.name, Detail: fmt.Sprintf("favourites of client %d were asked for, and one of client %d came", clienteID, *f.ClienteID)}
		}
	}
	return list, nil
}

// CreateZonaFavorita saves a new favourite and gives its id, nil when the
// answer does not carry one; the listing then tells it.
func (c *Client) CreateZonaFavorita(ctx context.Context, clienteID int64, zona Zona) (*int64, error) {
	env, err := c.do(ctx, call{op: opCrearZonaFavorita, body: newZonaFavoritaRequest(nil, clienteID, zona)})
	if err != nil {
		return nil, err
	}
	// The favourite is saved; an answer without a record only means that its id
	// has to be looked up (A8).
	if list, err := walkFavoritas(opCrearZonaFavorita.name, env.data); err == nil && len(list) == 1 {
		return list[0].ID, nil
	}
	return nil, nil
}

// UpdateZonaFavorita changes an existing favourite.
func (c *Client) UpdateZonaFavorita(ctx context.Context, id, clienteID int64, zona Zona) error {
	_, err := c.do(ctx, call{op: opActualizarZonaFavorita, body: newZonaFavoritaRequest(&id, clienteID, zona)})
	return err
}

// DeleteZonaFavorita removes a favourite (A9). ErrNotFound when it is gone already.
func (c *Client) DeleteZonaFavorita(ctx context.Context, id, clienteID int64) error {
	body := struct {
		ID        int64 `json:"id"`
		ClienteID int64 `json:"cliente_id"`
	}{id, clienteID}
	_, err := c.do(ctx, call{op: opBorrarZonaFavorita, body: body})
	return err
}

func newZonaFavoritaRequest(id *int64, clienteID int64, zona Zona) zonaFavoritaRequest {
	return zonaFavoritaRequest{ID: id, ClienteID: clienteID, ZonaID: zona.ZonaID, TramoID: zona.TramoID, CeldaID: zona.CeldaID}
}

// maxFavoritasDepth bounds the search: each level is decoded anew.
const maxFavoritasDepth = 16

// walkFavoritas finds the favourite records anywhere in data: under any key, in
// arrays, or as values of an object keyed by id (A8). An answer with content but
// no record is an error and not an empty list, since taking it for empty would
// make every favourite look deleted.
func walkFavoritas(op string, data json.RawMessage) ([]ZonaFavorita, error) {
	var (
		out     []ZonaFavorita
		content bool
		failure error
	)
	var walk func(key string, raw json.RawMessage, depth int)
	walk = func(key string, raw json.RawMessage, depth int) {
		if depth > maxFavoritasDepth {
			content = true
			return
		}
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) == nil {
			for _, item := range items {
				walk("", item, depth+1)
			}
			return
		}
		r, err := newRecord(op, raw)
		if err != nil {
			content = content || kindOf(raw) != "null"
			return
		}
		favorita := ZonaFavorita{ZonaID: r.integer("zona_id"), TramoID: r.integer("tramo_id"), CeldaID: r.integer("celda_id")}
		if !favorita.ZonaID.Sent && !favorita.TramoID.Sent && !favorita.CeldaID.Sent && r.err == nil {
			for _, name := range slices.Sorted(maps.Keys(r.raw)) {
				walk(name, r.raw[name], depth+1)
			}
			return
		}
		favorita.ID, favorita.ClienteID = r.integer("id").Value, r.integer("cliente_id").Value
		if keyed, err := strconv.ParseInt(key, 10, 64); favorita.ID == nil && err == nil {
			favorita.ID = &keyed
		}
		if failure == nil {
			failure = r.err
		}
		out = append(out, favorita)
	}
	walk("", data, 0)
	if failure == nil && len(out) == 0 && content {
		failure = &ContractError{Operation: op, Assumption: "A8", Detail: "no favourite record was recognised in it, though it is not empty"}
	}
	if failure != nil {
		return nil, failure
	}
	return out, nil
}
