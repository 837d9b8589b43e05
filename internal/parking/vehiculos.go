package parking

import (
	"context"
	"errors"
	"iter"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Vehiculo is the link of a plate to a client.
type Vehiculo struct {
	ID                 int64
	ClienteID          Field[int64]
	Placa, Nombre      Field[string]
	Activado, Favorito Field[bool]
}

func (v Vehiculo) id() int64 { return v.ID }

var vehiculoKind = kind{name: "vehicle", ids: []string{"id", "vehiculo_id"},
	signs: []string{"placa", "cliente_id", "activado", "favorito"}}

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

// RegisterVehiculo creates a link that the caller looked up and did not find: after a lost answer, the one in the listing counts as
// created, and the request is sent again only if the whole listing lacks it. Its outcome is Accepted if its record could not be read.
func (c *Client) RegisterVehiculo(ctx context.Context, request VehiculoRequest) (Vehiculo, error) {
	links := c.clientLinks(request.ClienteID)
	out, err := carryOut(ctx, c, once[Vehiculo]{
		op: opRegistrarVehiculo, about: audit.Subject{Placa: request.Placa, ClienteID: request.ClienteID},
		made: func(about *audit.Subject, v Vehiculo) { about.VehiculoID = v.ID },
		send: func(ctx context.Context, tries *attempts) (made Vehiculo, err error) {
			if links.linking.Acquire(ctx, 1) != nil { // while the listing is read
				return Vehiculo{}, abandoned(opRegistrarVehiculo, false, whyEnded(ctx))
			}
			defer links.linking.Release(1)
			defer func() { links.ended(request, made, err) }()
			v, err := readRecord(ctx, c, call{op: opRegistrarVehiculo, body: request, tries: tries}, newVehiculo)
			owner, placa := v.ClienteID.Value, v.Placa.Value
			if owner != nil && *owner != request.ClienteID || placa != nil && !SamePlaca(*placa, request.Placa) {
				return Vehiculo{}, UnexpectedAnswer(opRegistrarVehiculo.name, "",
					"vehicle %s of client %d was registered, but the answer shows another one", request.Placa, request.ClienteID)
			}
			return v, err
		},
		look: func(ctx context.Context) (Vehiculo, bool, error) {
			found, there, err := c.FindVehiculo(ctx, request.ClienteID, request.Placa)
			if there || err != nil && !Denied(err) {
				return found, there, err
			}
			return links.lookInAll(ctx, request.Placa, time.Now())
		},
	})
	if out.Lost != nil {
		links.note(out.Made)
	}
	return out.Made, err
}

// Vehiculo reads a vehicle by id.
func (c *Client) Vehiculo(ctx context.Context, id int64) (Vehiculo, error) {
	return c.vehiculo(ctx, id, call{})
}

// RefreshVehiculo is Vehiculo for one that leaves the state if it is NotFound. An answer to the list of its client is a witness.
func (c *Client) RefreshVehiculo(ctx context.Context, clienteID, id int64) (Vehiculo, error) {
	list, _ := VehiculosFilter{ClienteID: clienteID}.listing()
	return c.vehiculo(ctx, id, call{follows: Removal, witness: &list})
}

func (c *Client) vehiculo(ctx context.Context, id int64, read call) (Vehiculo, error) {
	read.op, read.element, read.records = opVehiculo, strconv.FormatInt(id, 10), vehiculoKind.one
	v, err := readRecord(ctx, c, read, newVehiculo)
	held, _ := c.links.created.Load(id)
	if made, own := held.(fact); own && Denied(err) && c.Recent(made.created) { // reads may lag
		return made.Vehiculo, nil
	}
	if err == nil && v.ID != id {
		return Vehiculo{}, UnexpectedAnswer(opVehiculo.name, "", "vehicle %d was requested, but %d was returned", id, v.ID)
	}
	return v, err
}

// Vehiculos lists the matching vehicles. Filters are in the query: the service ignores them in a body.
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
	return call{op: opVehiculos, query: query, follows: EmptyList}, func(r *record) (Vehiculo, error) {
		v, err := newVehiculo(r)
		if err == nil {
			err = f.admit(v)
		}
		return v, err
	}
}

// admit rejects a vehicle of another client or plate, which shows that the service ignores its filters. A record without a client is
// checked by its plate alone.
func (f VehiculosFilter) admit(v Vehiculo) error {
	owner, placa := v.ClienteID, BarePlaca(valueOf(v.Placa.Value))
	if owner.Sent && valueOf(owner.Value) != f.ClienteID || !owner.Sent && placa != "" && !strings.Contains(placa, BarePlaca(f.Placa)) {
		return UnexpectedAnswer(opVehiculos.name, "",
			"the service ignored its filters: asked for client %d, it returned vehicle %d of another client or plate", f.ClienteID, v.ID)
	}
	return nil
}

// FindVehiculo looks a link up by client and plate, with the filter: as the plate is written, and if that shows nothing, bare.
func (c *Client) FindVehiculo(ctx context.Context, clienteID int64, placa string) (found Vehiculo, ok bool, nothing error) {
	list, err := c.filtered(ctx, clienteID, placa)
	found, ok = PickVehiculo(list, placa, 0)
	return found, ok, err
}

// filtered is FindVehiculo for all links of the plate.
func (c *Client) filtered(ctx context.Context, clienteID int64, placa string) (found []Vehiculo, nothing error) {
	for _, spelling := range spellings(placa) {
		list, err := c.Vehiculos(ctx, VehiculosFilter{ClienteID: clienteID, Placa: spelling})
		if err != nil && !Is(err, NotFound) {
			return nil, err
		}
		found = slices.DeleteFunc(list, func(v Vehiculo) bool { return v.Placa.Value == nil || !SamePlaca(*v.Placa.Value, placa) })
		if len(found) > 0 {
			return found, nil
		}
		nothing = err
	}
	return nil, nothing
}

// PickVehiculo gives the link of a plate in a list: the one with the id (0: none), else one spelled exactly, else the lower id.
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

// notMeant are forms of what cannot be meant as a name, and why.
var notMeant = []struct {
	form *regexp.Regexp
	why  string
}{
	{regexp.MustCompile(`^$`), "is empty; omit it for no name"},
	{regexp.MustCompile(`^#(N/[AD]|[¡¿]?[\pL/0-9]+[!?])$`), "is an error of a spreadsheet"},
	{regexp.MustCompile(`[\p{Cc}\p{Cf}\x{FFFD}]`), "holds a character that does not show, or that was lost in a conversion"},
	{regexp.MustCompile(`[ÂÃ][\x{80}-\x{BF}ŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€`),
		"is UTF-8 that was read as windows-1252; correct the file, or read it with file(path)"},
}

// CheckNombre rejects what cannot be meant as a name. The service cannot change the name of a vehicle.
func CheckNombre(text string) error {
	for _, not := range notMeant {
		if not.form.MatchString(text) {
			return errors.New(not.why)
		}
	}
	return nil
}

func newVehiculo(r *record) (Vehiculo, error) {
	nombre := r.Text("nombre")
	if nombre.Value != nil && *nombre.Value == "" { // which means none
		nombre.Value = nil
	}
	return checked(r, Vehiculo{
		ID:        r.Own(r.Identifier(vehiculoKind.ids...), vehiculoKind.name),
		ClienteID: r.Identifier("cliente_id"), Placa: r.Text("placa"), Nombre: nombre,
		Activado: r.Flag("activado"), Favorito: r.Flag("favorito"),
	})
}

// EachVehiculosPage lists the vehicles of a client page by page, as eachPage does.
func (c *Client) EachVehiculosPage(ctx context.Context, clienteID int64) iter.Seq2[Page[Vehiculo], error] {
	call, read := VehiculosFilter{ClienteID: clienteID}.listing()
	return eachPage(ctx, c, call, read)
}
