package parking

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Placa is a license plate's record.
type Placa struct {
	Placa                                       string // the spelling that is registered: as it was asked for, or bare
	TipoVehiculoID                              Field[int64]
	Marca, Modelo, Color                        Field[string]
	Electrico, Minusvalido, Exento, Sancionable Field[bool]
}

// PlacaRequest registers or updates a plate.
type PlacaRequest struct {
	Placa          string `json:"placa"`
	TipoVehiculoID int64  `json:"tipo_vehiculo_id"`
	Electrico      Flag   `json:"electrico"`
	Minusvalido    Flag   `json:"minusvalido"`
}

// Flag is a boolean that travels as 0 or 1.
type Flag bool

// MarshalJSON writes 0 or 1.
func (f Flag) MarshalJSON() ([]byte, error) {
	return []byte(map[Flag]string{false: "0", true: "1"}[f]), nil
}

// Placa reads a plate by the path form, the only one that works: as it is written, and if that is denied, bare.
// follows says what the caller does if the plate is NotFound, and so how much must be shown before the client says that.
func (c *Client) Placa(ctx context.Context, placa string, follows Follows) (Placa, error) {
	return inEverySpelling(spellings(placa), func(spelling string) (Placa, error) { return c.placa(ctx, spelling, follows) })
}

// inEverySpelling reads by one spelling after the other while they are denied. It is not found if none is.
func inEverySpelling[T any](spellings []string, read func(string) (T, error)) (held T, denied error) {
	for _, spelling := range spellings {
		found, err := read(spelling)
		if !Denied(err) || Is(err, DeniesAll) {
			return found, err
		}
		if denied == nil || Is(denied, NotFound) {
			denied = err
		}
	}
	return held, denied
}

// spellings are those that are asked for: as it is written, and bare, if that differs.
func spellings(placa string) []string {
	return slices.Compact([]string{placa, cmp.Or(BarePlaca(placa), placa)})
}

// placa reads a plate by one spelling.
func (c *Client) placa(ctx context.Context, placa string, follows Follows) (Placa, error) {
	c.MayShow(placa)
	return readRecord(ctx, c, call{op: opPlaca, element: placa, follows: follows}, func(r *record) (Placa, error) {
		own := r.Text("placa")
		out := Placa{
			Placa: placa, TipoVehiculoID: r.Integer("tipo_vehiculo_id"),
			Marca: r.Text("marca"), Modelo: r.Text("modelo"), Color: r.Text("color"),
			Electrico: r.Flag("electrico"), Minusvalido: r.Flag("minusvalido"),
			Exento: r.Flag("exento"), Sancionable: r.Flag("sancionable"),
		}
		if r.Err() == nil && own.Value != nil && !SamePlaca(*own.Value, placa) {
			return Placa{}, UnexpectedAnswer(r.op, "", "plate %q was requested, but %q was returned", placa, redact.Printable(*own.Value))
		}
		if r.Err() == nil && !own.Sent && out == (Placa{Placa: placa}) { // which proves no plate
			return Placa{}, UnexpectedAnswer(r.op, "", "plate %q was requested, but the record has no field of a plate", placa)
		}
		return checked(r, out)
	})
}

// RegisterPlaca registers a plate; the service answers with a message only, and rejects a plate that exists (A15). A clear answer
// is remembered for LookForVehiculo: nobody can have linked the plate before it.
func (c *Client) RegisterPlaca(ctx context.Context, request PlacaRequest) (Written[Placa], error) {
	out, err := carryOut(ctx, c, once[Placa]{
		op: opRegistrarPlaca, about: audit.Subject{Placa: request.Placa},
		send: func(ctx context.Context, tries *attempts) (Placa, error) {
			_, err := c.do(ctx, call{op: opRegistrarPlaca, body: request, tries: tries})
			return Placa{}, err
		},
		look: func(ctx context.Context) (Placa, bool, error) { return isThere(c.Placa(ctx, request.Placa, Creation)) },
	})
	if err == nil && out.Lost == nil {
		c.links.registered.Store(BarePlaca(request.Placa), request.Placa)
	}
	return out, err
}

// RegisteredAs gives the spelling in which this process registered a plate, or nothing.
func (c *Client) RegisteredAs(placa string) string {
	as, _ := c.links.registered.Load(BarePlaca(placa))
	spelling, _ := as.(string)
	return spelling
}

// UpdatePlaca changes a registered plate (A6). If the service refuses that, a read decides: it is NotFound, or its spelling is tried.
func (c *Client) UpdatePlaca(ctx context.Context, request PlacaRequest) error {
	update := func() error {
		_, err := c.do(ctx, call{op: opActualizarPlaca, body: request, about: audit.Subject{Placa: request.Placa}})
		return err
	}
	err := update()
	if !Is(err, Rejected) {
		return err
	}
	held, lookErr := c.Placa(ctx, request.Placa, Creation)
	switch {
	case Is(lookErr, NotFound):
		return lookErr
	case lookErr == nil && held.Placa != request.Placa:
		request.Placa = held.Placa
		return update()
	}
	return err
}

// SamePlaca reports whether both are spellings of one plate.
func SamePlaca(a, b string) bool { return BarePlaca(a) == BarePlaca(b) }

// BarePlaca gives the letters and digits of a plate in upper case: equal for all spellings of one plate.
func BarePlaca(placa string) string {
	return strings.Map(func(r rune) rune {
		if !isLetterOrDigit(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFC.String(placa))
}

// CheckPlaca rejects what cannot be a plate. The rules of the service are not documented, so only certain mistakes count.
func CheckPlaca(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case strings.TrimSpace(text) != text:
		return errors.New("begins or ends with a blank; write the plate without it")
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }):
		return errors.New("holds a character that does not show, such as a tab, a line break or a zero-width space")
	case !strings.ContainsFunc(text, isLetterOrDigit):
		return errors.New("has no letter or digit")
	}
	return nil
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
