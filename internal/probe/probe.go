package probe

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// probe is one run: what it was given, what it asked and what it found.
type probe struct {
	options
	Report
	getenv  func(string) string
	version string
	say     func(format string, args ...any)

	client *parking.Client
	scheme string // credential_scheme in use
	last   exchange
}

// run asks everything. Its error means that there is no result.
func (p *probe) run(ctx context.Context) error {
	p.Rows = slices.Clone(claims)
	if err := p.connect(ctx, ""); err != nil {
		return err
	}
	p.say("asking one question after the other; a slow service takes minutes")
	types, err := p.connectFirst(ctx)
	if err != nil {
		return err
	}
	p.seeRecords("vehicle types", types)
	p.check(ctx)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return nil
}

// connect makes the client; scheme "" leaves it to the environment.
func (p *probe) connect(ctx context.Context, scheme string) error {
	// A probe that insists would not show what others see. Being asked to slow down is obeyed besides.
	settings := provider.Settings{BaseURL: p.baseURL, CredentialScheme: scheme, MaxRetries: new(int64(1))}
	made, err := provider.Connect(ctx, settings, p.getenv, parking.Config{
		UserAgent: "terraform-provider-parking/" + p.version + " probe", Observe: p.observe, Inspect: p.inspect})
	if err != nil {
		return err
	}
	if p.client == nil {
		for _, warning := range made.Warnings {
			p.say("%s", warning)
		}
	}
	p.client, p.scheme = made.Client, made.CredentialScheme
	return nil
}

// connectFirst finds how the credential is accepted (A1), with the question that needs nothing, and gives its answer.
// Its error means that there is nothing to probe.
func (p *probe) connectFirst(ctx context.Context) (exchange, error) {
	types := parking.Question{Operation: "tipo_vehiculo"}
	first := p.ask(ctx, types)
	unauthorized := parking.Is(first.err, parking.Unauthorized)
	switch {
	case first.err == nil:
		p.holds("A1", "accepted %s", map[bool]string{true: "alone", false: "with credential_scheme, as it is set"}[p.scheme == ""])
		return first, nil
	case !unauthorized && (first.estado() == "" || first.inconclusive() != ""):
		return first, fmt.Errorf("the first question found no parking service: %w", first.err)
	case unauthorized && p.scheme != "":
		return first, fmt.Errorf("the service refuses the credential with the credential_scheme that is set: %w", first.err)
	case p.scheme != "":
		p.unchecked("A1", "tipo-vehiculo fails: %v", first.err)
		return first, nil
	}
	// A refusal may come at any status (A2), so every failure of a question that can hardly fail otherwise may be one.
	alone := p.client
	if err := p.connect(ctx, "Bearer"); err != nil {
		return first, err
	}
	second := p.ask(ctx, types)
	switch {
	case second.err == nil:
		p.differs("A1", "refused alone (HTTP %d), accepted after the word Bearer: set credential_scheme", first.status)
		return second, nil
	case unauthorized:
		return first, fmt.Errorf("the service refuses the credential, alone and after the word Bearer: %w", first.err)
	}
	p.client, p.scheme = alone, ""
	p.unchecked("A1", "tipo-vehiculo fails, alone and with Bearer: %v", first.err)
	return first, nil
}
