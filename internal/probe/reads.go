package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// read asks all that needs no write.
func (p *probe) read(ctx context.Context) {
	p.readOwn(ctx)
	p.readMissing(ctx)
	p.readListings(ctx)
	p.readFavourites(ctx)
	p.readSection(ctx)
	p.readReservations(ctx)
	p.readFAQ(ctx)
	p.readEndpoints(ctx)
	p.readPlate(ctx)
}

// errCredential is a service that refuses the credential in every form that was tried.
var errCredential = errors.New("the service refuses the credential, alone and after the word Bearer")

// connectFirst finds how the credential is accepted (A1), with the question that needs nothing. Its error means that
// there is nothing to probe.
func (p *probe) connectFirst(ctx context.Context) error {
	types := parking.Question{Operation: "tipo_vehiculo"}
	first := p.measure(ctx, types)
	p.types = first
	if first.err == nil {
		how := "accepted alone"
		if p.scheme != "" {
			how = "accepted with credential_scheme, as it is set"
		}
		p.holds("A1", "%s", how)
		return nil
	}
	unauthorized := errors.Is(first.err, parking.ErrUnauthorized)
	if !unauthorized && (first.estado() == "" || first.inconclusive() != "") {
		return fmt.Errorf("the first question found no parking service: %w", first.err)
	}
	if p.scheme != "" {
		if unauthorized {
			return fmt.Errorf("the service refuses the credential with the credential_scheme that is set: %w", first.err)
		}
		p.unchecked("A1", "tipo-vehiculo fails: %v", first.err)
		return nil
	}
	// A refusal may come at any status (A2), so every failure of a question that can hardly fail otherwise may be one.
	alone := p.client
	if err := p.connect(ctx, "Bearer"); err != nil {
		return err
	}
	second := p.measure(ctx, types)
	switch {
	case second.err == nil:
		p.types = second
		p.differs("A1", "refused alone (HTTP %d), accepted after the word Bearer: set credential_scheme", first.status)
		return nil
	case unauthorized:
		return fmt.Errorf("%w: %w", errCredential, first.err)
	}
	p.client = alone
	p.unchecked("A1", "tipo-vehiculo fails, alone and with Bearer: %v", first.err)
	return nil
}

// readTypes looks at the vehicle types, which connectFirst asked for (A7).
func (p *probe) readTypes() {
	records, ok := p.many("A7", p.types)
	if !ok {
		return
	}
	if len(records) == 0 {
		p.unchecked("A7", "there are no vehicle types")
		return
	}
	for _, r := range records {
		if missing := r.lacking("id", "nombre"); len(missing) > 0 {
			p.differs("A7", "a vehicle type has no %s", strings.Join(missing, " and no "))
			return
		}
	}
	p.holds("A7", "%d vehicle types", len(records))
	p.tipo, _ = whole(records[0]["id"])
}

// readOwn reads the client of the credential, and then the same by its e-mail address (A4), unless another was given.
func (p *probe) readOwn(ctx context.Context) {
	email := p.email
	if r, ok := p.one("D12", p.measure(ctx, parking.Question{Operation: "cliente"})); ok {
		p.holds("D12", "an object of %d fields", len(r))
		p.readSurname(r)
		p.noteClient(r.first("id", "cliente_id"))
		if email == "" {
			email = textOf(r["email"])
		}
	}
	if email == "" {
		p.unchecked("A4", "the client of the credential has no e-mail address to ask with; -email gives one")
		return
	}
	x := p.measure(ctx, parking.Question{Operation: "cliente_email", Query: url.Values{"email": {email}}, Sensitive: []string{email}})
	if p.email != "" && errors.Is(x.err, parking.ErrNotFound) {
		p.unchecked("A4", "there is no client with the address of -email")
		return
	}
	r, ok := p.one("A4", x)
	if !ok {
		return
	}
	p.readSurname(r)
	p.noteClient(r.first("id", "cliente_id"))
	missing := r.lacking("email", "nombre", "prefijos", "telefono", "cedula")
	if len(r.lacking("Apellidos")) > 0 && r.otherCase("Apellidos") == "" {
		missing = append(missing, "Apellidos")
	}
	switch held, sent := r["email"]; {
	case r.first("id", "cliente_id") == nil:
		p.differs("A4", "there is neither id nor cliente_id")
	case len(missing) > 0:
		p.differs("A4", "left out: %s", strings.Join(missing, ", "))
	case sent && !strings.EqualFold(textOf(held), email):
		p.differs("A4", "another e-mail address came than was asked for")
	default:
		p.holds("A4", "id and six fields")
	}
}

// noteClient takes the identifier of a client in an answer, which may be the one that is written for.
func (p *probe) noteClient(id json.RawMessage) {
	if seen, ok := whole(id); ok && seen == p.cliente {
		p.clientSeen = true
	}
}

// readSurname looks at how a record of a client spells the surname.
func (p *probe) readSurname(r object) {
	if other := r.otherCase("Apellidos"); other != "" {
		p.differs("D13", "spelled %s", fieldName(other))
	} else if r["Apellidos"] != nil {
		p.holds("D13", "as documented")
	} else {
		p.unchecked("D13", "the record has no surname")
	}
}

// readMissing asks for what surely is not there, and in a form that surely is wrong.
func (p *probe) readMissing(ctx context.Context) {
	x := p.ask(ctx, parking.Question{Operation: "placa", Element: p.nowhere})
	switch {
	case !p.isConclusive("D7", x):
	case errors.Is(x.err, parking.ErrNotFound):
		p.holds("D7", "HTTP %d, and its text", x.status)
	case x.err != nil:
		p.differs("D7", "indistinguishable from other failures: %v", x.err)
	default:
		p.differs("D7", "an invented plate was found")
	}
	x = p.ask(ctx, parking.Question{Operation: "tramo_consulta", Query: url.Values{"id": {"x"}}})
	switch {
	case !p.isConclusive("D16", x):
	case x.err == nil:
		p.differs("D16", "a section with the id x was answered with ok")
	default:
		p.holds("D16", "HTTP %d", x.status)
	}
}

func (p *probe) readPlate(ctx context.Context) {
	if p.placa == "" {
		return
	}
	x := p.measure(ctx, parking.Question{Operation: "placa", Element: p.placa})
	if errors.Is(x.err, parking.ErrNotFound) {
		p.unchecked("D5", "the plate is not registered")
		return
	}
	p.plateFound(x)
}

// plateFound looks at the record of a plate.
func (p *probe) plateFound(x exchange) {
	r, ok := p.one("D5", x)
	missing := r.lacking("placa", "tipo_vehiculo_id", "marca", "modelo", "color", "electrico", "minusvalido", "exento", "sancionable")
	switch {
	case !ok:
	case len(missing) > 0:
		p.differs("D5", "left out: %s", strings.Join(missing, ", "))
	case !parking.SamePlaca(textOf(r["placa"]), p.placa):
		p.differs("D5", "another plate came than was asked for")
	default:
		p.holds("D5", "nine fields")
	}
}

func (p *probe) readFAQ(ctx context.Context) {
	if p.faq == 0 {
		return
	}
	x := p.measure(ctx, parking.Question{Operation: "faq", Query: url.Values{"faq_id": {strconv.FormatInt(p.faq, 10)}}})
	if errors.Is(x.err, parking.ErrNotFound) {
		p.unchecked("D15", "there is no question %d", p.faq)
		return
	}
	r, ok := p.one("D15", x)
	if !ok {
		return
	}
	group, grouped := objectOf(r["grupo"])
	missing := append(r.lacking("id", "pregunta", "respuesta"), group.lacking("id", "nombre")...)
	if !grouped {
		p.differs("D15", "grupo is %s, not an object", kindOf(r["grupo"]))
		return
	}
	p.judge("D15", list(missing, "left out: "), "as documented")
}

// otherCase gives the spelling of a field that differs from name in case alone.
func (o object) otherCase(name string) string {
	for field := range o {
		if field != name && strings.EqualFold(field, name) {
			return field
		}
	}
	return ""
}
