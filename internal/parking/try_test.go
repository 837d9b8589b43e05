package parking

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// slowBody is an answer of so many bytes, whose end comes after a second.
type slowBody struct {
	io.Reader
	size   int
	inside *atomic.Int64 // bytes of the answers that were read and are not decoded yet
	most   *atomic.Int64
	begun  bool
}

func (b *slowBody) Read(to []byte) (int, error) {
	n, err := b.Reader.Read(to)
	if err == io.EOF && !b.begun {
		b.begun = true
		for now, most := b.inside.Add(int64(b.size)), b.most.Load(); now > most && !b.most.CompareAndSwap(most, now); most = b.most.Load() {
		}
		time.Sleep(time.Second)
	}
	return n, err
}

func (b *slowBody) Close() error {
	if b.begun {
		b.inside.Add(int64(-b.size))
	}
	return nil
}

// TestLargeAnswers: however many large answers come at once, few are read and decoded at once. Small ones do not wait for
// them.
func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int{"without a length": -1, "with a length": 15 << 20, "with a length that is too high": 1 << 40} {
		inBubble(t, name, func(t *testing.T) {
			var inside, most atomic.Int64
			service := play(func(r *http.Request) (*http.Response, error) {
				body := []byte(okData(`{"tipo_vehiculo_id":1}`))
				length := int64(len(body))
				if r.URL.Path != "/external/placa/SMALL" {
					body = append([]byte("<html>"), bytes.Repeat([]byte{' '}, 15<<20)...) // which costs nothing to decode
					length = int64(size)
				}
				return &http.Response{StatusCode: 200, Header: http.Header{}, Request: r, ContentLength: length,
					Body: &slowBody{Reader: bytes.NewReader(body), size: len(body), inside: &inside, most: &most}}, nil
			})
			c := scripted(t, service)
			begun := time.Now()
			var all sync.WaitGroup
			for i := range 3 { // with the small one as many as are sent at once from the beginning
				all.Go(func() { expectIs(t, errorOf(c.Placa(t.Context(), fmt.Sprint("P", i))), Garbled) })
			}
			all.Go(func() {
				noError(t, errorOf(c.Placa(t.Context(), "SMALL")))
				if took := time.Since(begun); took > time.Second {
					t.Errorf("a small answer took %s", took)
				}
			})
			all.Wait()
			if most.Load() > maxBodies {
				t.Errorf("%d MiB were read at once, want at most %d", most.Load()>>20, maxBodies>>20)
			}
		})
	}
}
