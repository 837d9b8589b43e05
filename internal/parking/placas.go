package parking

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// Placa is a license plate's record.
type Placa struct {
	Placa                                       string // as it was asked for
	Spelled                                     string // as it is registered, if it is not by the spelling that was asked for
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
	if f {
		return []byte("1"), nil
	}
	return []byte("0"), nil
}

// Placa reads a plate by the path form, the only one that works: as it is spelled, and if that is not registered, as
// the service may store it: in upper case, then without blanks and hyphens. NotFound if none is registered.
func (c *Client) Placa(ctx context.Context, placa string) (Placa, error) {
	held, _, err := c.findPlaca(ctx, placa, false)
	return held, err
}

// LookForPlaca is Placa for a plate that is registered if it is not there, which the service refuses if it exists (A15). So it
// is NotFound however the service says so. A service that denies everything is an error that does not pass.
func (c *Client) LookForPlaca(ctx context.Context, placa string) (Placa, error) {
	held, _, err := c.findPlaca(ctx, placa, true)
	if e := ErrorOf(err); e.denies() && e.Passing {
		lasting := *e
		lasting.Passing = false
		err = &lasting
	}
	return held, err
}

// findPlaca is Placa with the service's own spelling: that of the record, or the one that was answered.
func (c *Client) findPlaca(ctx context.Context, placa string, toRegister bool) (held Placa, spelled string, err error) {
	for _, spelling := range slices.Compact([]string{placa, strings.ToUpper(placa), cmp.Or(BarePlaca(placa), placa)}) {
		if held, spelled, err = c.placa(ctx, placa, spelling, toRegister); Is(err, NotFound) {
			continue
		}
		if err == nil && spelling != placa {
			held.Spelled = spelled
			c.spelled.Store(placa, spelled)
		} else if err == nil {
			c.spelled.Delete(placa)
		}
		break
	}
	return held, spelled, err
}

// placa reads a plate by one spelling.
func (c *Client) placa(ctx context.Context, placa, spelling string, toRegister bool) (held Placa, spelled string, err error) {
	spelled = spelling
	held, err = readRecord(ctx, c, call{op: opPlaca, element: spelling, toRegister: toRegister}, func(r *record) (Placa, error) {
		own := r.Text("placa")
		answered := own.Value
		if answered != nil {
			spelled = *answered
		}
		out := Placa{
			Placa: placa, TipoVehiculoID: r.Integer("tipo_vehiculo_id"),
			Marca: r.Text("marca"), Modelo: r.Text("modelo"), Color: r.Text("color"),
			Electrico: r.Flag("electrico"), Minusvalido: r.Flag("minusvalido"),
			Exento: r.Flag("exento"), Sancionable: r.Flag("sancionable"),
		}
		if r.Err() == nil && answered != nil && !SamePlaca(*answered, placa) {
			return Placa{}, UnexpectedAnswer(r.op, "", "plate %q was requested, but %q was returned", placa, redact.Excerpt(*answered))
		}
		if r.Err() == nil && !own.Sent && out == (Placa{Placa: placa}) { // which proves no plate
			return Placa{}, UnexpectedAnswer(r.op, "", "plate %q was requested, but the record has no field of a plate", placa)
		}
		return checked(r, out)
	})
	return held, spelled, err
}

// RegisterPlaca registers a plate; the service answers with a message only, and rejects a plate that exists (A15). If
// the answer was lost and the plate exists, the outcome says how it was lost and what the service holds: this
// registration created it, or it existed before. A clear answer is remembered for LookForVehiculo: nobody can have
// linked the plate before it.
func (c *Client) RegisterPlaca(ctx context.Context, request PlacaRequest) (Written[Placa], error) {
	out, err := carryOut(ctx, c, once[Placa]{
		op: opRegistrarPlaca, about: audit.Subject{Placa: request.Placa},
		send: func(ctx context.Context, tries *attempts) (Placa, error) {
			_, err := c.do(ctx, call{op: opRegistrarPlaca, body: request, tries: tries})
			return Placa{}, err
		},
		look: func(ctx context.Context) (Placa, bool, error) {
			held, err := c.Placa(ctx, request.Placa)
			return isThere(held, err)
		},
		another: request.differs,
	})
	if err == nil && out.Lost == nil {
		c.links.registered.Store(BarePlaca(request.Placa), true)
	}
	return out, err
}

// Registered reports whether this process registered a plate.
func (c *Client) Registered(placa string) bool {
	_, own := c.links.registered.Load(BarePlaca(placa))
	return own
}

// differs reports whether the record shows another value than the request.
func (r PlacaRequest) differs(held Placa) bool {
	electrico, minusvalido := held.Electrico.Value, held.Minusvalido.Value
	return held.TipoVehiculoID.Value != nil && *held.TipoVehiculoID.Value != r.TipoVehiculoID ||
		electrico != nil && *electrico != bool(r.Electrico) || minusvalido != nil && *minusvalido != bool(r.Minusvalido)
}

// UpdatePlaca changes a registered plate (A6). If there is none by this spelling, and a read shows the plate by another,
// that one is changed.
func (c *Client) UpdatePlaca(ctx context.Context, request PlacaRequest) error {
	placa := request.Placa
	if spelled, known := c.spelled.Load(placa); known {
		request.Placa, _ = spelled.(string)
	}
	err := c.updatePlaca(ctx, request)
	if !saysNoPlaca(err) {
		return err
	}
	_, spelled, lookErr := c.findPlaca(ctx, placa, false)
	if lookErr != nil || spelled == request.Placa {
		return err
	}
	request.Placa = spelled
	return c.updatePlaca(ctx, request)
}

// saysNoPlaca reports whether an update may have failed because the plate is not registered by this spelling. A service may say
// so in a rejection of the field (Laravel: "The selected placa is invalid"), which is about the plate if it names nothing else.
func saysNoPlaca(err error) bool {
	e := ErrorOf(err)
	other := slices.ContainsFunc(e.Fields, func(f FieldError) bool { return !strings.EqualFold(f.Field, "placa") })
	return e.Kind == NotFound || e.Kind == Rejected && !other && (len(e.Fields) > 0 || thingIn(e.Message) == areaPlacas)
}

func (c *Client) updatePlaca(ctx context.Context, request PlacaRequest) error {
	_, err := c.do(ctx, call{op: opActualizarPlaca, body: request, about: audit.Subject{Placa: request.Placa}})
	return err
}

// SamePlaca reports whether the service may treat both spellings as one plate: they are equal apart from case, blanks,
// hyphens and the encoding of accents.
func SamePlaca(a, b string) bool { return BarePlaca(a) == BarePlaca(b) }

// BarePlaca gives a plate in upper case, without blanks and hyphens: equal for all spellings of one plate.
func BarePlaca(placa string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFC.String(placa))
}

// CheckPlaca rejects what cannot be a plate. The rules of the service are not documented, so only certain mistakes
// count.
func CheckPlaca(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case strings.TrimSpace(text) != text:
		return errors.New("begins or ends with a blank; write the plate without it")
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }):
		return errors.New("holds a character that does not show, such as a tab, a line break or a zero-width space")
	case !HasLetterOrDigit(text):
		return errors.New("has no letter or digit")
	}
	return nil
}

// months are the names of months as spreadsheets write them, in Spanish and in English.
const months = `(ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|oct|nov|dic|dec)`

// oddForms are what spreadsheets make of plates: numbers and dates.
var oddForms = map[string]*regexp.Regexp{
	"looks like a number that a spreadsheet has rewritten": regexp.MustCompile(`^[0-9]+([.,][0-9]+)?[eE]\+?[0-9]+$|^[0-9]+[.,][0-9]+$`),
	"looks like a date": regexp.MustCompile(`^([0-9]{1,2}[-/.][0-9]{1,2}[-/.]([0-9]{2}|[0-9]{4})|[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|` +
		`(?i:[0-9]{1,2}-` + months + `|` + months + `-[0-9]{2}))$`),
	"looks like what a spreadsheet shows for an error or a truth value": regexp.MustCompile(`^(?i:#.*[!?A]|TRUE|FALSE|VERDADERO|FALSO)$`),
}

// OddPlaca says why a plate that CheckPlaca accepts is probably not written as it was meant; empty if it does not look so.
func OddPlaca(placa string) string {
	for why, form := range oddForms {
		if form.MatchString(placa) {
			return why
		}
	}
	switch {
	case strings.ContainsFunc(placa, unicode.IsSpace):
		return "has a blank inside"
	case strings.ContainsFunc(placa, unicode.IsLower):
		return "has lower-case letters"
	case strings.ContainsFunc(placa, func(r rune) bool { return r > unicode.MaxASCII && !unicode.Is(unicode.Latin, r) }):
		return "has a character that only looks like a letter or a hyphen"
	}
	return ""
}

// HasLetterOrDigit distinguishes a plate, in any script, from a placeholder such as "-".
func HasLetterOrDigit(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
