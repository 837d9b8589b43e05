package probe

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Setting is an attribute of the provider block with a value that fits what was seen.
type Setting struct {
	Attribute string `json:"attribute"`
	Value     string `json:"value"` // as it stands in a configuration
	Reason    string `json:"reason"`
}

const (
	// patience is how many times its slowest p99 an operation is waited for.
	patience = 4
	// leastTimeout leaves room for a service that was quick by chance.
	leastTimeout = 15 * time.Second
	// fleet and unfelt say when it is worth while to spare a refresh its reads: when those of so many plates take
	// longer than this.
	fleet  = 1000
	unfelt = 30 * time.Second
)

func (p *probe) settings(latency []Latency) []Setting {
	var out []Setting
	add := func(attribute, value, format string, args ...any) {
		out = append(out, Setting{attribute, value, fmt.Sprintf(format, args...)})
	}
	if p.scheme != "" {
		add("credential_scheme", strconv.Quote(p.scheme), "A1: the credential is accepted after this word")
	}
	if slices.ContainsFunc(p.rows, func(r *Row) bool { return r.ID == "A15" && r.Outcome == Differs }) {
		add("adopt_existing", strconv.Quote("never"), "A15: registering a plate would overwrite the one that is there")
	}
	if at := slowest(latency); at >= 0 {
		worst := latency[at]
		timeout := max(time.Duration(math.Ceil(worst.P99*patience/5))*5*time.Second, leastTimeout)
		add("request_timeout", strconv.Quote(timeout.String()), "%d times the slowest p99, %s of %s, %s at least; samples: %d",
			patience, seconds(worst.P99), worst.Operation, leastTimeout, worst.Samples)
	}
	at, why := p.concurrency()
	add("max_concurrency", strconv.Itoa(at), "%s", why)
	if reads := slices.IndexFunc(latency, func(l Latency) bool { return l.Operation == "placa" }); reads < 0 {
		add("refresh_max_age", `"0s"`, "how long reading a plate takes was not measured; needs -placa, and a plate that is registered")
	} else if took := latency[reads].P50 * fleet / float64(at); took > unfelt.Seconds() {
		add("refresh_max_age", `"24h"`, "reading %d plates takes about %.0f s, %d at once: in pipelines, with 0s every night",
			fleet, took, at)
	} else {
		add("refresh_max_age", `"0s"`, "reading %d plates takes about %.1f s, %d at once", fleet, took, at)
	}
	return out
}

// slowest finds the operation with the longest p99.
func slowest(latency []Latency) int {
	at := -1
	for i := range latency {
		if at < 0 || latency[i].P99 > latency[at].P99 {
			at = i
		}
	}
	return at
}

// concurrency suggests a ceiling of requests in flight.
func (p *probe) concurrency() (int, string) {
	if p.throttled > 0 {
		return 1, "the service asked to slow down though one was sent after the other"
	}
	return parking.DefaultMaxConcurrency, "the default; the provider adapts below it by itself"
}
