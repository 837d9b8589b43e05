package parking

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
)

// Zona names a zone, a section and a space; nil is "none".
type Zona struct {
	ZonaID, TramoID, CeldaID *int64
}

// Equal reports whether both name the same place.
func (z Zona) Equal(o Zona) bool {
	return same(z.ZonaID, o.ZonaID) && same(z.TramoID, o.TramoID) && same(z.CeldaID, o.CeldaID)
}

// ZonaFavorita is a favourite of a client.
type ZonaFavorita struct {
	ID, ClienteID            *int64 // nil when left out
	ZonaID, TramoID, CeldaID Field[int64]
	record                   *record
}

// Datos gives every other field of the record, unchanged. A field that cannot be passed on is an error only here.
func (f ZonaFavorita) Datos() (map[string]any, error) {
	if f.record == nil {
		return map[string]any{}, nil
	}
	r := *f.record // which keeps no error of this
	out := r.rest()
	return out, r.err
}

// Zona gives the favourite's place; before fills in what the record omits.
func (f ZonaFavorita) Zona(before Zona) Zona {
	for _, field := range []struct {
		field Field[int64]
		place **int64
	}{{f.ZonaID, &before.ZonaID}, {f.TramoID, &before.TramoID}, {f.CeldaID, &before.CeldaID}} {
		if field.field.Sent {
			*field.place = field.field.Value
		}
	}
	return before
}

// another reports whether the record has another client.
func (f ZonaFavorita) another(clienteID int64) bool {
	return f.ClienteID != nil && *f.ClienteID != clienteID
}

type zonaFavoritaRequest struct {
	ID        *int64 `json:"id,omitempty"`
	ClienteID int64  `json:"cliente_id"`
	ZonaID    *int64 `json:"zona_id,omitempty"`
	TramoID   *int64 `json:"tramo_id,omitempty"`
	CeldaID   *int64 `json:"celda_id"` // nullable: null clears it
}

// ZonasFavoritas lists the favourites of a client, filtered by the fields of filter that are set. The client is in a
// JSON body, the filter in the query.
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
	list, err := c.favoritas(ctx, call{op: opZonasFavoritas, query: query, body: body})
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if f.another(clienteID) {
			return nil, contractError(opZonasFavoritas.name, "",
				"the service ignored cliente_id = %d and returned a favourite of client %d", clienteID, *f.ClienteID)
		}
	}
	return list, nil
}

// favoritas reads the list of favourites. The document shows no pages; if the service has some, all are read, and the
// number must match its total.
func (c *Client) favoritas(ctx context.Context, call call) (list []ZonaFavorita, err error) {
	for number, last := int64(1), int64(1); number <= last; number++ {
		env, err := askPage(ctx, c, call, number)
		if err != nil {
			return nil, err
		}
		fresh, err := walkFavoritas(call.op.name, env.data)
		if err != nil {
			return nil, err
		}
		fresh = slices.DeleteFunc(fresh, func(f ZonaFavorita) bool {
			return f.ID != nil && slices.ContainsFunc(list, func(had ZonaFavorita) bool { return had.ID != nil && *had.ID == *f.ID })
		})
		list = append(list, fresh...)
		if pages := env.pages.integer("last_page").Value; pages != nil {
			last = *pages
		}
		total := env.pages.integer("total").Value
		if number > 1 && len(fresh) == 0 || len(list) > maxEntries || total != nil && number >= last && *total > int64(len(list)) {
			return nil, contractError(call.op.name, "A8",
				"the list announces more pages or favourites than the %d favourites that were returned", len(list))
		}
	}
	return list, nil
}

// CreateZonaFavorita saves a new favourite. mine finds it among the client's favourites, where the caller did not find
// it before. If the answer was lost or had no id, the favourite comes from the list, and its ID may be nil.
func (c *Client) CreateZonaFavorita(
	ctx context.Context, clienteID int64, zona Zona, mine func([]ZonaFavorita) (ZonaFavorita, bool),
) (Outcome[ZonaFavorita], error) {
	return carryOut(ctx, c, once[ZonaFavorita]{
		send: func(ctx context.Context, tries *budget) (ZonaFavorita, error) {
			env, err := c.do(ctx, call{op: opCrearZonaFavorita, body: newZonaFavoritaRequest(nil, clienteID, zona), budget: tries})
			if err != nil {
				return ZonaFavorita{}, err
			}
			list, err := walkFavoritas(opCrearZonaFavorita.name, env.data)
			if err != nil || len(list) != 1 || list[0].ID == nil || list[0].another(clienteID) {
				return ZonaFavorita{}, contractError(opCrearZonaFavorita.name, "A8", "it has no id of the favourite")
			}
			if _, ok := mine(list); !ok {
				return ZonaFavorita{}, contractError(opCrearZonaFavorita.name, "A8",
					"the answer shows another place than the saved one")
			}
			return list[0], nil
		},
		look: func(ctx context.Context) (ZonaFavorita, bool, error) {
			list, err := c.ZonasFavoritas(ctx, clienteID, Zona{})
			if err != nil {
				return isThere(ZonaFavorita{}, err)
			}
			found, there := mine(list)
			return found, there, nil
		},
	})
}

// UpdateZonaFavorita changes an existing favourite.
func (c *Client) UpdateZonaFavorita(ctx context.Context, id, clienteID int64, zona Zona) error {
	_, err := c.do(ctx, call{op: opActualizarZonaFavorita, body: newZonaFavoritaRequest(&id, clienteID, zona)})
	return err
}

// DeleteZonaFavorita deletes a favourite (A9). ErrNotFound if it does not exist.
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

// maxFavoritasDepth limits the search: each level is decoded again.
const maxFavoritasDepth = 16

// walkFavoritas finds the favourite records anywhere in data: under any key, in arrays, or as values of an object keyed
// by id (A8). A record that it misses would look deleted, so content without a record, and a list that holds other
// things too, are errors.
func walkFavoritas(op string, data json.RawMessage) ([]ZonaFavorita, error) {
	walk := favoritas{op: op, byID: make(map[int64]int)}
	if err := walk.value("", data, 0); err != nil {
		return nil, err
	}
	if len(walk.found) == 0 && walk.content {
		return nil, walk.unlike("no favourite record was recognised in it, but it is not empty")
	}
	return walk.found, nil
}

type favoritas struct {
	op      string
	found   []ZonaFavorita
	byID    map[int64]int // place in found
	content bool          // something that is no record was met
}

func (w *favoritas) unlike(format string, args ...any) error {
	return contractError(w.op, "A8", format, args...)
}

// value searches one value; key is its name, if it has one.
func (w *favoritas) value(key string, raw json.RawMessage, depth int) error {
	if depth > maxFavoritasDepth {
		return w.unlike("it is nested more than %d levels deep", maxFavoritasDepth)
	}
	switch kindOf(raw) {
	case "null":
		return nil
	case "an array":
		return w.array(raw, depth)
	case "an object":
		return w.object(key, raw, depth)
	}
	w.content = true
	return nil
}

func (w *favoritas) array(raw json.RawMessage, depth int) error {
	items, err := array(raw)
	if err != nil {
		return w.unlike("a list in it %s", err)
	}
	before, other := len(w.found), false
	for _, item := range items {
		unknown := w.content
		w.content = false
		if err := w.value("", item, depth+1); err != nil {
			return err
		}
		other = other || w.content
		w.content = w.content || unknown
	}
	if other && len(w.found) > before {
		return w.unlike("a list of favourites in it also holds something else")
	}
	return nil
}

func (w *favoritas) object(key string, raw json.RawMessage, depth int) error {
	fields, err := object(raw)
	if err != nil {
		return w.unlike("an object in it %s", err)
	}
	r := &record{op: w.op, raw: fields}
	favorita := ZonaFavorita{
		ZonaID: r.identifier("zona_id"), TramoID: r.identifier("tramo_id"), CeldaID: r.identifier("celda_id"), record: r}
	if r.err == nil && !favorita.ZonaID.Sent && !favorita.TramoID.Sent && !favorita.CeldaID.Sent {
		return w.group(fields, depth)
	}
	favorita.ID, favorita.ClienteID = r.integer("id").Value, r.identifier("cliente_id").Value
	if keyed, err := strconv.ParseInt(key, 10, 64); favorita.ID == nil && err == nil {
		favorita.ID = &keyed
	}
	if r.err != nil {
		return r.err
	}
	if favorita.ID != nil && *favorita.ID < 1 {
		favorita.ID = nil // no favourite has it, so it tells nothing
	}
	return w.add(favorita)
}

// group searches an object that is no record itself.
func (w *favoritas) group(fields map[string]json.RawMessage, depth int) error {
	_, fromZero := fields["0"] // then the keys are places in a list, and no ids
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		key := name
		if fromZero {
			key = ""
		}
		switch name {
		case "zona", "tramo", "celda":
			w.content = true // the place itself, which may name the one around it
			continue
		}
		if err := w.value(key, fields[name], depth+1); err != nil {
			return err
		}
	}
	return nil
}

// add adds a record. One favourite may be under several keys, but not with several places.
func (w *favoritas) add(f ZonaFavorita) error {
	if f.ID != nil {
		if at, twice := w.byID[*f.ID]; twice {
			if !w.found[at].Zona(Zona{}).Equal(f.Zona(Zona{})) {
				return w.unlike("favourite %d is listed twice, with different places", *f.ID)
			}
			return nil
		}
		w.byID[*f.ID] = len(w.found)
	}
	if len(w.found) == maxEntries {
		return w.unlike("it holds more than %d favourites", maxEntries)
	}
	w.found = append(w.found, f)
	return nil
}
