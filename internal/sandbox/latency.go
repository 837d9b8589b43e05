package sandbox

import (
	"fmt"
	"strings"
	"time"
)

// Latency is how long operations take before anything is done. A key is an operation (registrar_placa), the first path
// element after /external/ (zona-favorita) or "default"; the most specific one counts, in that order.
type Latency map[string]time.Duration

// ParseLatency reads comma separated key=duration pairs, such as "placa=2s,default=50ms"; "" is no latency at all. The
// error names a key that selects no operation, a key given twice, or a duration that is none.
func ParseLatency(text string) (Latency, error) {
	latency := Latency{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		key, value, found := strings.Cut(strings.TrimSpace(part), "=")
		if !found {
			return nil, fmt.Errorf("latency %q: must be key=duration, for example placa=2s", part)
		}
		if _, twice := latency[key]; twice {
			return nil, fmt.Errorf("latency %q: the key is given twice", part)
		}
		d, err := time.ParseDuration(value)
		if err != nil {
			return nil, fmt.Errorf("latency %q: %w", part, err)
		}
		latency[key] = d
	}
	return latency, latency.validate()
}

func (l Latency) validate() error {
	for key, d := range l {
		if err := knownKey(key); err != nil {
			return fmt.Errorf("latency: %w", err)
		}
		if d < 0 {
			return fmt.Errorf("latency of %q: %s is negative", key, d)
		}
	}
	return nil
}

func (l Latency) of(op *operation) time.Duration {
	for _, key := range op.keys() {
		if d, found := l[key]; found {
			return d
		}
	}
	return 0
}
