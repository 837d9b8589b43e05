package parking

import (
	"context"
	"fmt"
	"net/url"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Zona names a zone, a section and a space; nil is "none".
type Zona struct {
	ZonaID  *int64 `json:"zona_id,omitempty"`
	TramoID *int64 `json:"tramo_id,omitempty"`
	CeldaID *int64 `json:"celda_id"` // nullable: null clears it
}

// Equal reports whether both name the same place.
func (z Zona) Equal(o Zona) bool { return z.subject(0, 0) == o.subject(0, 0) }

func (z Zona) subject(id, clienteID int64) audit.Subject {
	return audit.Subject{ZonaFavoritaID: id, ClienteID: clienteID,
		ZonaID: valueOf(z.ZonaID), TramoID: valueOf(z.TramoID), CeldaID: valueOf(z.CeldaID)}
}

// ZonaFavorita is a favourite of a client.
type ZonaFavorita struct {
	ID, ClienteID            *int64 // nil when left out
	ZonaID, TramoID, CeldaID Field[int64]
	Datos                    map[string]any // every other field
}

func (f ZonaFavorita) id() int64 { return valueOf(f.ID) }

var favoritaKind = kind{name: "favourite", ids: []string{"id", "favorito_id", "favorita_id", "zona_favorita_id"}, nameless: true,
	signs: []string{"zona_id", "tramo_id", "celda_id"}}

// Zona gives the favourite's place; before fills in what the record omits.
func (f ZonaFavorita) Zona(before Zona) Zona {
	place := func(held Field[int64], before *int64) *int64 {
		if held.Sent {
			return held.Value
		}
		return before
	}
	return Zona{place(f.ZonaID, before.ZonaID), place(f.TramoID, before.TramoID), place(f.CeldaID, before.CeldaID)}
}

// another reports whether the record has another client.
func (f ZonaFavorita) another(clienteID int64) bool {
	return f.ClienteID != nil && *f.ClienteID != clienteID
}

// zonaFavoritaRequest saves a favourite: a new one, if it has no identifier.
type zonaFavoritaRequest struct {
	ID        int64 `json:"id,omitempty"`
	ClienteID int64 `json:"cliente_id"`
	Zona
}

// ZonasFavoritas lists the favourites of a client, filtered by the fields of filter that are set. The client is in a
// JSON body, the filter in the query.
func (c *Client) ZonasFavoritas(ctx context.Context, clienteID int64, filter Zona, follows Follows) ([]ZonaFavorita, error) {
	query := url.Values{}
	for name, value := range map[string]*int64{"zona_id": filter.ZonaID, "tramo_id": filter.TramoID, "celda_id": filter.CeldaID} {
		if value != nil {
			query.Set(name, fmt.Sprint(*value))
		}
	}
	list := call{op: opZonasFavoritas, query: query, records: favoritaKind.all, follows: follows,
		body: map[string]int64{"cliente_id": clienteID}}
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
		made: func(about *audit.Subject, f ZonaFavorita) { about.ZonaFavoritaID = valueOf(f.ID) },
		send: func(ctx context.Context, tries *attempts) (ZonaFavorita, error) {
			body := zonaFavoritaRequest{0, clienteID, zona}
			save := call{op: opCrearZonaFavorita, records: favoritaKind.one, body: body, tries: tries}
			f, err := readRecord(ctx, c, save, newZonaFavorita)
			if _, is := mine([]ZonaFavorita{f}); err == nil && (f.ID == nil || f.another(clienteID) || !is) {
				err = UnexpectedAnswer(opCrearZonaFavorita.name, "A11", "it has no favourite with an id at the saved place")
			}
			return f, err
		},
		look: func(ctx context.Context) (ZonaFavorita, bool, error) {
			list, err := c.ZonasFavoritas(ctx, clienteID, Zona{}, Creation)
			found, there := mine(list)
			return found, there, err // a list that is denied proves nothing now
		},
	})
}

// UpdateZonaFavorita changes an existing favourite.
func (c *Client) UpdateZonaFavorita(ctx context.Context, id, clienteID int64, zona Zona) error {
	_, err := c.do(ctx, call{op: opActualizarZonaFavorita, about: zona.subject(id, clienteID),
		body: zonaFavoritaRequest{id, clienteID, zona}})
	return err
}

// DeleteZonaFavorita deletes a favourite (A9).
func (c *Client) DeleteZonaFavorita(ctx context.Context, id, clienteID int64) error {
	body := map[string]int64{"id": id, "cliente_id": clienteID}
	_, err := c.do(ctx, call{op: opBorrarZonaFavorita, body: body, about: Zona{}.subject(id, clienteID)})
	return err
}

func newZonaFavorita(r *record) (ZonaFavorita, error) {
	return checked(r, ZonaFavorita{ID: r.Identifier(favoritaKind.ids...).Value, ClienteID: r.Identifier("cliente_id").Value,
		ZonaID: r.Identifier("zona_id"), TramoID: r.Identifier("tramo_id"), CeldaID: r.Identifier("celda_id"), Datos: r.Rest()})
}
