package sandbox

import (
	"cmp"
	"errors"
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
	return latency, eachPart("latency", text, func(part string) error {
		key, value, found := strings.Cut(part, "=")
		if !found {
			return errors.New("must be key=duration, for example placa=2s")
		}
		if _, twice := latency[key]; twice {
			return errors.New("the key is given twice")
		}
		d, err := time.ParseDuration(value)
		if d < 0 {
			return errors.New("the duration is negative")
		}
		latency[key] = d
		return cmp.Or(err, knownKey(key))
	})
}

// eachPart reads the comma separated parts of a setting. The error names the part that is wrong.
func eachPart(setting, text string, read func(part string) error) error {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if err := read(part); err != nil {
			return fmt.Errorf("%s %q: %w", setting, part, err)
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
