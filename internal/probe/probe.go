package probe

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// probe is one run: what it was given, what it asked and what it found.
type probe struct {
	options
	*asker
	*sheet
	getenv  func(string) string
	version string
	say     func(format string, args ...any)

	scheme  string // credential_scheme in use
	nowhere string // a plate of a usual form that hardly anybody has

	// What one question learns and another needs.
	types      exchange
	tipo       int64 // a vehicle type, 0 for none
	places     []parking.ZonaFavorita
	ground     ground
	noSection  bool // the service says that there is no section -tramo
	clientSeen bool // something that was read shows that the client exists

	willLeave, left []string
}

func newProbe(o options, version string, getenv func(string) string, say func(string, ...any)) *probe {
	return &probe{
		options: o, getenv: getenv, version: version, say: say, sheet: newSheet(o.given()),
		asker:   &asker{samples: o.samples, answers: newAnswers(), times: map[string][]time.Duration{}},
		nowhere: fmt.Sprintf("ZZ%c%04d", 'A'+rand.N[rune](26), rand.N(10000)), //nolint:gosec // G404: guards nothing.
	}
}

// run asks everything. Its error means that there is no result.
func (p *probe) run(ctx context.Context) error {
	if err := p.connect(ctx, ""); err != nil {
		return err
	}
	p.say("asking one question after the other; a slow service takes minutes")
	if err := p.connectFirst(ctx); err != nil {
		return err
	}
	p.readTypes()
	if p.options.write {
		if err := p.prepare(ctx); err != nil {
			return err
		}
	}
	p.read(ctx)
	if p.options.write {
		p.write(ctx)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted%s", p.stays())
	}
	p.answers.judge(p.sheet)
	for _, row := range p.rows {
		if row.Seen == "" {
			row.Seen = "what it rests on could not be checked"
		}
	}
	return nil
}

// maxRetries is how often a failed question is repeated: a probe that insists would not show what others see. Being
// asked to slow down is obeyed besides.
const maxRetries = 1

// connect makes the client; scheme "" leaves it to the environment.
func (p *probe) connect(ctx context.Context, scheme string) error {
	retries := int64(maxRetries)
	settings := provider.Settings{BaseURL: p.baseURL, CredentialScheme: scheme, MaxRetries: &retries, Endpoints: p.endpoints}
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

// isConclusive reports whether an answer shows something about a row. Otherwise another row is about what is wrong with
// it.
func (p *probe) isConclusive(id string, x exchange) bool {
	why := x.inconclusive()
	if why != "" {
		p.unchecked(id, "%s", why)
	}
	return why == ""
}

// succeeds is isConclusive for an answer that has to be a success.
func (p *probe) succeeds(id string, x exchange) bool {
	if !p.isConclusive(id, x) {
		return false
	}
	if x.err != nil {
		p.differs(id, "%v", x.err)
	}
	return x.err == nil
}

// one is succeeds for an answer that has to hold one record.
func (p *probe) one(id string, x exchange) (object, bool) {
	if !p.succeeds(id, x) {
		return nil, false
	}
	r, ok := x.record()
	if !ok {
		p.differs(id, "data is %s, not an object", kindOf(x.top["data"]))
	}
	return r, ok
}

// many is succeeds for an answer that has to hold a list of records.
func (p *probe) many(id string, x exchange) ([]object, bool) {
	if !p.succeeds(id, x) {
		return nil, false
	}
	records, ok := x.records()
	if !ok {
		p.differs(id, "data is %s, not a list of objects", kindOf(x.top["data"]))
	}
	return records, ok
}

// stays tells what the run left behind.
func (p *probe) stays() string {
	if len(p.left) == 0 {
		return ""
	}
	return "; this stays on the service: " + strings.Join(p.left, "; ")
}
