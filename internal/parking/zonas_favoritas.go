package parking

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Zona names a zone, a section and a space; nil is "none".
type Zona struct {
	ZonaID, TramoID, CeldaID *int64
}

// Equal reports whether both name the same place.
func (z Zona) Equal(o Zona) bool {
	return same(z.ZonaID, o.ZonaID) && same(z.TramoID, o.TramoID) && same(z.CeldaID, o.CeldaID)
}

func (z Zona) subject(id, clienteID int64) audit.Subject {
	return audit.Subject{ZonaFavoritaID: id, ClienteID: clienteID,
		ZonaID: valueOf(z.ZonaID), TramoID: valueOf(z.TramoID), CeldaID: valueOf(z.CeldaID)}
}

// ZonaFavorita is a favourite of a client.
type ZonaFavorita struct {
	ID, ClienteID            *int64 // nil when left out
	ZonaID, TramoID, CeldaID Field[int64]
	record                   *record
}

func (f ZonaFavorita) id() int64 {
	if f.ID == nil {
		return 0
	}
	return *f.ID
}

// Datos gives every other field of the record, unchanged. A field that cannot be passed on is an error only here.
func (f ZonaFavorita) Datos() (map[string]any, error) {
	if f.record == nil {
		return map[string]any{}, nil
	}
	r := *f.record // which keeps no error of this
	out := r.Rest()
	return out, r.unexpected()
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
	list := call{op: opZonasFavoritas, query: query, body: body, records: favoritaRecords}
	return readPages(ctx, c, list, func(r *record) (ZonaFavorita, error) {
		f, err := newZonaFavorita(r)
		if err == nil && f.another(clienteID) {
			err = UnexpectedAnswer(r.op, "",
				"the service ignored cliente_id = %d and returned a favourite of client %d", clienteID, *f.ClienteID)
		}
		return f, err
	})
}

// CreateZonaFavorita saves a new favourite. mine finds it among the client's favourites, where the caller did not find
// it before. If the answer was lost or had no id, the favourite comes from the list, and its ID may be nil.
func (c *Client) CreateZonaFavorita(
	ctx context.Context, clienteID int64, zona Zona, mine func([]ZonaFavorita) (ZonaFavorita, bool),
) (Written[ZonaFavorita], error) {
	return carryOut(ctx, c, once[ZonaFavorita]{
		op: opCrearZonaFavorita, about: zona.subject(0, clienteID),
		made: func(f ZonaFavorita) audit.Subject { return audit.Subject{ZonaFavoritaID: valueOf(f.ID)} },
		send: func(ctx context.Context, tries *attempts) (ZonaFavorita, error) {
			env, err := c.do(ctx, call{op: opCrearZonaFavorita, body: newZonaFavoritaRequest(nil, clienteID, zona), tries: tries})
			if err != nil {
				return ZonaFavorita{}, err
			}
			list, err := favoritaRecords(opCrearZonaFavorita.name, env.data)
			var f ZonaFavorita
			if err == nil && len(list) == 1 {
				f, err = newZonaFavorita(list[0])
			}
			if _, is := mine([]ZonaFavorita{f}); err != nil || f.ID == nil || f.another(clienteID) || !is {
				return ZonaFavorita{}, UnexpectedAnswer(opCrearZonaFavorita.name, "A8", "it has no favourite with an id at the saved place")
			}
			return f, nil
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
	_, err := c.do(ctx, call{op: opActualizarZonaFavorita, about: zona.subject(id, clienteID),
		body: newZonaFavoritaRequest(&id, clienteID, zona)})
	return err
}

// DeleteZonaFavorita deletes a favourite (A9). NotFound if it does not exist.
func (c *Client) DeleteZonaFavorita(ctx context.Context, id, clienteID int64) error {
	body := struct {
		ID        int64 `json:"id"`
		ClienteID int64 `json:"cliente_id"`
	}{id, clienteID}
	_, err := c.do(ctx, call{op: opBorrarZonaFavorita, body: body, about: Zona{}.subject(id, clienteID)})
	return err
}

func newZonaFavoritaRequest(id *int64, clienteID int64, zona Zona) zonaFavoritaRequest {
	return zonaFavoritaRequest{ID: id, ClienteID: clienteID, ZonaID: zona.ZonaID, TramoID: zona.TramoID, CeldaID: zona.CeldaID}
}

// favoritaRecords finds the favourite records anywhere in data: under any key, in arrays, or in objects (A8). A record that it
// misses would look deleted, so content without any record is an error.
func favoritaRecords(op string, data json.RawMessage) ([]*record, error) {
	walk := favoritas{op: op, ids: make(map[int64]bool)}
	if err := walk.value("", data); err != nil {
		return nil, err
	}
	if len(walk.found) == 0 && walk.content {
		return nil, UnexpectedAnswer(op, "A8", "no favourite record was recognised in it, but it is not empty")
	}
	return walk.found, nil
}

// newZonaFavorita reads a record. Without an id it has the one that it is keyed by, if that is a number. An id below 1
// counts as none, since no favourite has it.
func newZonaFavorita(r *record) (ZonaFavorita, error) {
	f := ZonaFavorita{ID: r.Integer("id").Value, ClienteID: r.Identifier("cliente_id").Value,
		ZonaID: r.Place("zona_id"), TramoID: r.Place("tramo_id"), CeldaID: r.Place("celda_id"), record: r}
	if keyed, err := strconv.ParseInt(r.key, 10, 64); f.ID == nil && err == nil {
		f.ID = &keyed
	}
	if f.ID != nil && *f.ID < 1 {
		f.ID = nil
	}
	return checked(r, f)
}

type favoritas struct {
	op      string
	found   []*record
	ids     map[int64]bool // of found
	content bool           // something that is no record was met
}

// value searches one value; key is its name, if it has one.
func (w *favoritas) value(key string, raw json.RawMessage) error {
	switch decode.KindOf(raw) {
	case "null":
		return nil
	case "an array":
		items, err := decode.Array(raw)
		if err != nil {
			return UnexpectedAnswer(w.op, "A8", "a list in it %s", err)
		}
		for _, item := range items {
			if err := w.value("", item); err != nil {
				return err
			}
		}
		return nil
	case "an object":
		return w.object(key, raw)
	}
	w.content = true
	return nil
}

// object takes a record, which one favourite may have under several keys, and searches any other object.
func (w *favoritas) object(key string, raw json.RawMessage) error {
	fields, err := decode.Object(raw)
	if err != nil {
		return UnexpectedAnswer(w.op, "A8", "an object in it %s", err)
	}
	for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
		if _, is := fields[place]; !is {
			continue
		}
		r := &record{Record: decode.NewRecord(fields), op: w.op, key: key}
		f, err := newZonaFavorita(r)
		if err == nil && (f.ID == nil || !w.ids[*f.ID]) {
			w.found, w.ids[f.id()] = append(w.found, r), true
		}
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name == "zona" || name == "tramo" || name == "celda" { // the place itself, which may name the one around it
			w.content = true
		} else if err := w.value(name, fields[name]); err != nil {
			return err
		}
	}
	return nil
}
