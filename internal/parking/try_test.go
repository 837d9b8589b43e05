package parking

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
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

// TestLargeLists: of many large lists that are read at once, few are decoded at once.
func TestLargeLists(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	const lists, records, mostMiB = 5, largest / 200, largest >> 20 * 28
	inOwnMemory(t, mostMiB, func() {
		debug.SetGCPercent(25) // so that what is left behind counts for little
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			out := bufio.NewWriter(w)
			defer func() { _ = out.Flush() }()
			cliente := r.URL.Query().Get("cliente_id")
			_, _ = out.WriteString(`{"estado":"ok","data":[`)
			for i := range records {
				if i > 0 {
					_ = out.WriteByte(',')
				}
				_, _ = fmt.Fprintf(out, `{"id":%d,"cliente_id":%s,"placa":"AKX%07d","nombre":"Reparto %d","activado":1,"favorito":0,`+
					`"creado_el":"2024-01-02 03:04:05","actualizado_el":"2024-01-02 03:04:05"}`, i+1, cliente, i, i)
			}
			_, _ = out.WriteString(`]}`)
		}, func(c *Config) { c.MaxConcurrency = lists })
		var all sync.WaitGroup
		for i := range lists {
			all.Go(func() {
				list, err := c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: int64(i + 1)})
				noError(t, err)
				equal(t, "vehicles", len(list), records)
			})
		}
		all.Wait()
	})
}

// TestLargeAnswersLeave: a large answer leaves its place once, however it ends and whoever reads it, and pages that are read ahead
// do not take the place that the page before them waits for.
func TestLargeAnswersLeave(t *testing.T) {
	t.Parallel()
	large := func(status int, body string) exchange {
		return func(r *http.Request) (*http.Response, error) {
			got, err := answer(status, body+strings.Repeat(" ", smallBody))(r)
			got.ContentLength = maxBody // so that two take all places
			return got, err
		}
	}
	cut := func(r *http.Request) (*http.Response, error) {
		got, err := large(200, `{`)(r)
		got.Body = io.NopCloser(io.MultiReader(got.Body, iotest.ErrReader(io.ErrUnexpectedEOF)))
		return got, err
	}
	paged := func(r *http.Request) (*http.Response, error) {
		page, _ := strconv.Atoi(cmp.Or(r.URL.Query().Get("page"), "1"))
		if page == 3 {
			time.Sleep(time.Second) // after those that follow
		}
		var records []string
		for i := range min(15, 15*(7-page)) {
			records = append(records, fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"A%[1]d","nombre":%q}`, 15*page+i, strings.Repeat("x", smallBody/15)))
		}
		return large(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"current_page":%d,"last_page":6,"total":90,"per_page":15}`,
			strings.Join(records, ","), page))(r)
	}
	list := func(ctx context.Context, c *Client) error {
		return errorOf(c.Vehiculos(ctx, VehiculosFilter{ClienteID: 1}))
	}
	vehicle := func(ctx context.Context, c *Client) error { return errorOf(c.Vehiculo(ctx, 1)) }
	lookUp := func(ctx context.Context, c *Client) error { return list(LookUp(ctx), c) }
	update := func(ctx context.Context, c *Client) error { return c.UpdatePlaca(ctx, PlacaRequest{Placa: "A1"}) }
	ask := func(ctx context.Context, c *Client) error { return c.Ask(ctx, Question{Operation: "cliente"}) }
	type row struct {
		answer exchange
		do     func(context.Context, *Client) error
		err    Kind
	}
	eachInBubble(t, map[string]row{
		"a record":          {large(200, okData(`{"id":1,"cliente_id":1,"placa":"A1"}`)), vehicle, 0},
		"no record":         {large(200, okData(`[]`)), vehicle, Unexpected},
		"a rejection":       {large(422, `{"estado":"fail","error":"no"}`), vehicle, Rejected},
		"no envelope":       {large(200, `<html>`), vehicle, Garbled},
		"one that is cut":   {cut, vehicle, Lost},
		"a list":            {large(200, okData(`[{"id":1,"cliente_id":1,"placa":"A1"}]`)), list, 0},
		"no list":           {large(200, okData(`{}`)), list, Unexpected},
		"pages":             {paged, list, 0},
		"a write":           {large(200, okData(`{}`)), update, 0},
		"a question":        {large(200, okData(`{}`)), ask, 0},
		"one that is known": {large(200, okData(`[{"id":1,"cliente_id":1,"placa":"A1"}]`)), lookUp, 0},
	}, func(t *testing.T, tt row) {
		c := scripted(t, play(tt.answer), func(c *Config) { c.MaxRetries = 0 })
		var all sync.WaitGroup
		for range 2 {
			for range 2 {
				all.Go(func() {
					if err := tt.do(t.Context(), c); !endsIn(err, tt.err) {
						t.Errorf("got %v, want %v", err, tt.err)
					}
				})
			}
			all.Wait()
		}
		if !c.bodies.places.TryAcquire(maxBodies) {
			t.Error("a place is still taken")
		}
	})
}
