package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// sentOnce are the writes that are sent once, with what a list shows before and after each.
var sentOnce = map[string]struct {
	do                  func(context.Context, *Client) error
	path, before, after string
}{
	"book": {path: "reserva-bloquear", after: mine, do: func(ctx context.Context, c *Client) error {
		made, _, err := c.BookReserva(ctx, ReservaRequest{TramoID: 3, VehiculoID: 5, Minutos: 30})
		return wantID(made, err)
	}},
	"pay": {path: "reserva-pagar/9", before: mine, after: mineBut(`""`, `"p "`), do: payMine(nil)},
	"extend": {path: "reserva-extender/9", before: mine, after: mineBut(`30`, `"50"`), do: func(ctx context.Context, c *Client) error {
		return errorOf(c.ExtendReserva(ctx, 9, 20, 0, nil))
	}},
	"cancel": {path: "reserva-cancelar/9", before: mine, do: func(ctx context.Context, c *Client) error {
		return errorOfTwo(c.CancelReserva(ctx, 9, nil))
	}},
	"start a sanction": {path: "start", after: `{"id":9,"placa":"a 1","tramo_id":"3"}`, do: func(ctx context.Context, c *Client) error {
		return wantID(c.StartSancion(ctx, SancionRequest{Placa: "A-1", TramoID: 3}))
	}},
	"pay a sanction": {path: "sancion-pagar/9", before: `{"id":9,"pago_codigo":null}`, after: `{"id":9,"pago_codigo":"P"}`, do: payFine()},
}

// mine is reservation 9, of 30 minutes and not paid.
const mine = `{"id":9,"vehiculo_id":5,"tramo_id":3,"minutos":30,"pago_codigo":""}`

func mineBut(from, to string) string { return strings.Replace(mine, from, to, 1) }

// payMine pays reservation 9, and payFine sanction 9, which shown shows.
func payMine(among url.Values) func(context.Context, *Client) error {
	return func(ctx context.Context, c *Client) error {
		return errorOf(c.PayReserva(ctx, 9, ReservaPago{PagoCodigo: "P"}, among))
	}
}

func payFine(shown ...Sancion) func(context.Context, *Client) error {
	return func(ctx context.Context, c *Client) error {
		return errorOfTwo(c.PaySancion(ctx, 9, SancionPago{PagoCodigo: "P"}, shown...))
	}
}

func wantID[T identified](made T, err error) error {
	if err == nil && made.id() != 9 {
		return fmt.Errorf("got %d, want 9", made.id())
	}
	return err
}

// ledger answers a write in turn with answers, the last one for good, and carries it out at its first try if it does.
type ledger struct {
	before, after string
	answers       []exchange
	does          bool
	shown         time.Duration // after it was carried out
	lists         exchange      // of every list, in place of what it shows
	at            time.Time
	sent          []string
}

func (l *ledger) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/external/"), "/")
	switch {
	case r.Method != http.MethodGet:
		reply := l.answers[min(len(l.sent), len(l.answers)-1)]
		if l.sent = append(l.sent, path); l.does && l.at.IsZero() {
			l.at = time.Now()
		}
		return reply(r)
	case path == "cliente":
		return answer(http.StatusOK, okData(`{"id":1,"nombres":"A"}`))(r)
	case l.lists != nil:
		return l.lists(r)
	case path == "reservas":
		return answer(http.StatusOK, okData("["+mine+"]"))(r)
	case !l.at.IsZero() && time.Since(l.at) >= l.shown:
		return answer(http.StatusOK, okData("["+l.after+"]"))(r)
	}
	return answer(http.StatusOK, okData("["+l.before+"]"))(r)
}

func withFines(c *Config) {
	c.MaxRetries, c.Endpoints = 3, Endpoints{"sanciones": "/fines", "iniciar_sancion": "/start"}
}

// TestSentOnce: each of them is carried out at most once. It is repeated only if it was certainly not taken in. What becomes of a
// lost answer is looked up for a minute.
func TestSentOnce(t *testing.T) {
	t.Parallel()
	ok, page := answer(http.StatusOK, okData(`{"id":9}`)), answer(http.StatusInternalServerError, "<html>")
	lost, fail := broken(errors.New("lost")), `{"estado":"fail","error":"no","errores":{"x":"no"}}`
	later, doubtful := answer(429, `{"estado":"fail","error":"later"}`), answer(200, `{"estado":"fail","error":"no"}`)
	unread, unsaid := answer(http.StatusForbidden, "<html>"), answer(200, okData(`{"message":"hecho"}`))
	denied := func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/reservas") {
			return answer(http.StatusOK, okData("["+mine+"]"))(r)
		}
		return answer(http.StatusNotFound, `{"estado":"fail","error":"none"}`)(r)
	}
	for name, c := range map[string]struct {
		answers []exchange
		does    bool
		shown   time.Duration
		lists   exchange
		sends   int
		want    Outcome
	}{
		"answered":                          {answers: []exchange{ok}, does: true, sends: 1, want: Done},
		"answered, no list can be read":     {answers: []exchange{ok}, does: true, lists: unread, sends: 1, want: Done},
		"answered without a record":         {answers: []exchange{unsaid}, does: true, shown: time.Second, sends: 1, want: Done},
		"no connection first":               {answers: []exchange{unreachable, ok}, does: true, sends: 2, want: Done},
		"rate-limited by the service first": {answers: []exchange{later, ok}, does: true, sends: 2, want: Done},
		"rate-limited by a proxy":           {answers: []exchange{answer(429, "<html>")}, sends: 1, want: MaybeRunning},
		"lost, done":                        {answers: []exchange{lost}, does: true, sends: 1, want: Done},
		"lost, shown within a minute":       {answers: []exchange{page}, does: true, shown: 59 * time.Second, sends: 1, want: Done},
		"lost, shown after a minute":        {answers: []exchange{page}, does: true, shown: 61 * time.Second, sends: 1, want: MaybeRunning},
		"lost, not done":                    {answers: []exchange{lost}, sends: 1, want: MaybeRunning},
		"page at 404, not done":             {answers: []exchange{answer(404, "<html>")}, sends: 1, want: MaybeRunning},
		"page at 302, not done":             {answers: []exchange{answer(302, "<html>")}, sends: 1, want: MaybeRunning},
		"lost, no list can be read":         {answers: []exchange{lost}, does: true, lists: unread, sends: 1, want: Unknown},
		"lost, no list but of all is shown": {answers: []exchange{lost}, does: true, lists: denied, sends: 1, want: Unknown},
		"rejected":                          {answers: []exchange{answer(422, fail)}, sends: 1, want: Refused},
		"rejected at 200, and done":         {answers: []exchange{doubtful}, does: true, sends: 1, want: Done},
		"rejected at 200":                   {answers: []exchange{doubtful}, sends: 1, want: ProbablyNotDone},
	} {
		for write, w := range sentOnce {
			inBubble(t, write+", "+name, func(t *testing.T) {
				l := &ledger{before: w.before, after: w.after, answers: c.answers, does: c.does, shown: c.shown, lists: c.lists}
				err := w.do(t.Context(), client(t, "http://service.test", l, withFines))
				if OutcomeOf(err) != c.want {
					t.Errorf("got %v with outcome %d, want %d", err, OutcomeOf(err), c.want)
				}
				if sent := strings.Join(l.sent, " "); sent != strings.TrimSpace(strings.Repeat(w.path+" ", c.sends)) {
					t.Errorf("sent %s, want %s %d times", sent, w.path, c.sends)
				}
			})
		}
	}
}

// TestNotSent: what shows before that a write cannot be carried out, or was, is not sent.
func TestNotSent(t *testing.T) {
	t.Parallel()
	among := ReservaRequest{VehiculoID: 6, TramoID: 3}.Among()
	type row struct {
		do     func(context.Context, *Client) error
		before string
		err    string // a part of it
	}
	each(t, map[string]row{
		"paid with the code":   {do: payMine(nil), before: mineBut(`""`, `"P"`)},
		"paid with another":    {do: payMine(nil), before: mineBut(`""`, `"X"`), err: `already paid with the code "X"`},
		"another vehicle, pay": {do: payMine(among), before: mine, err: "another vehicle"},
		"another vehicle, extend": {before: mine, err: "another vehicle", do: func(ctx context.Context, c *Client) error {
			return errorOf(c.ExtendReserva(ctx, 9, 20, 30, among))
		}},
		"another vehicle, cancel": {before: mine, err: "another vehicle", do: func(ctx context.Context, c *Client) error {
			return errorOfTwo(c.CancelReserva(ctx, 9, among))
		}},
		"extended elsewhere": {before: mine, do: func(ctx context.Context, c *Client) error {
			return errorOf(c.ExtendReserva(ctx, 9, 10, 20, nil))
		}},
		"sanction paid with another":   {do: payFine(Sancion{}, Sancion{ID: 9, PagoCodigo: field("X")}), err: `already paid with the code`},
		"sanction paid with the code":  {do: payFine(Sancion{ID: 9, PagoCodigo: field("P")})},
		"sanction paid, who knows how": {do: payFine(Sancion{ID: 9, Pagada: field(true)}), err: "does not show with which code"},
		"sanction not listed": {before: `{"id":9}`, err: "does not show sanction 8", do: func(ctx context.Context, c *Client) error {
			return errorOf(c.ListedSancion(ctx, 8))
		}},
	}, func(t *testing.T, c row) {
		l := &ledger{before: c.before}
		err := c.do(t.Context(), client(t, "http://service.test", l, withFines))
		if expectError(t, err, c.err); len(l.sent) > 0 || err != nil && OutcomeOf(err) != NotSent {
			t.Errorf("got %v, sent %s, want nothing sent", err, l.sent)
		}
	})
}

// TestCancelOfEnded: if a cancellation is rejected, the reservation has ended only if all lists of the active ones are shown, and omit it.
func TestCancelOfEnded(t *testing.T) {
	t.Parallel()
	type row struct {
		denied func(*http.Request) bool
		want   ReservaStatus
	}
	eachInBubble(t, map[string]row{
		"all are shown":          {func(*http.Request) bool { return false }, ReservaEnded},
		"the filtered is denied": {func(r *http.Request) bool { return r.URL.RawQuery != "" }, ReservaUnproven},
		"all are denied":         {func(*http.Request) bool { return true }, ReservaUnproven},
	}, func(t *testing.T, c row) {
		l := &ledger{answers: []exchange{answer(409, `{"estado":"fail","error":"no"}`)}}
		l.lists = func(r *http.Request) (*http.Response, error) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/reservas"):
				return answer(http.StatusOK, okData("["+mine+"]"))(r)
			case c.denied(r):
				return answer(http.StatusOK, `{"estado":"fail","error":"none"}`)(r)
			}
			return answer(http.StatusOK, okData("[]"))(r)
		}
		among := ReservaRequest{VehiculoID: 5, TramoID: 3}.Among()
		_, status, err := client(t, "http://service.test", l, withFines).CancelReserva(t.Context(), 9, among)
		if OutcomeOf(err) != Refused || status != c.want {
			t.Errorf("got %v and the status %d, want %d", err, status, c.want)
		}
	})
}

// TestExtendOnlyWhatIsMissing: minutes that somebody added since are not added again, and a record that shows fewer than are known
// counts for nothing. Minutes that nobody can have booked, such as the remaining time, do not show that some were added.
func TestExtendOnlyWhatIsMissing(t *testing.T) {
	t.Parallel()
	for known, want := range map[int64]int64{20: 20, 30: 30, 60: 30} {
		l := &ledger{before: mine, answers: []exchange{answer(200, okData(`{}`))}}
		if added, err := client(t, "http://service.test", l).ExtendReserva(t.Context(), 9, 30, known, nil); err != nil || added != want {
			t.Errorf("to %d minutes: added %d, %v, want %d", known+30, added, err, want)
		}
	}
	l := &ledger{before: mineBut(`30`, `25`), answers: []exchange{broken(errors.New("lost"))}}
	expectIs(t, sentOnce["extend"].do(t.Context(), client(t, "http://service.test", l)), Unsettled)
}

// TestBookingAnsweredWithAnother: an answer with a reservation that was there, or of another vehicle or section, counts as lost.
// Only what was there of the same vehicle and section is given, whatever the list shows.
func TestBookingAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	type row struct {
		answer string
		lost   bool
	}
	eachInBubble(t, map[string]row{
		"its own":         {`{"reserva_id":"11"}`, false},
		"one there":       {`{"id":9}`, true},
		"another vehicle": {`{"id":11,"vehiculo_id":6}`, true},
		"another section": {`{"id":11,"tramo_id":4}`, true},
	}, func(t *testing.T, c row) {
		l := &ledger{before: mine + `,{"id":8,"vehiculo_id":6,"tramo_id":3},{"id":7}`, answers: []exchange{answer(200, okData(c.answer))}}
		_, there, err := client(t, "http://service.test", l).BookReserva(t.Context(), nineBooking)
		if (OutcomeOf(err) >= Unknown) != c.lost || len(there) != 1 || there[0].ID != 9 {
			t.Errorf("got %v, want it lost: %t; there was %v", err, c.lost, there)
		}
	})
}

// TestTwoNew: of two new ones that show what was sent, neither is taken; one that does not show it is none.
func TestTwoNew(t *testing.T) {
	t.Parallel()
	another := strings.Replace(mine, `"id":9`, `"id":10`, 1)
	type row struct {
		write, another string
		found          bool
	}
	eachInBubble(t, map[string]row{
		"reservation, other minutes": {write: "book", another: strings.Replace(another, `30`, `40`, 1), found: true},
		"reservation, paid":          {write: "book", another: strings.Replace(another, `""`, `"X"`, 1), found: true},
		"reservation, other section": {write: "book", another: strings.Replace(another, `"tramo_id":3`, `"tramo_id":4`, 1), found: true},
		"reservation, no vehicle":    {write: "book", another: strings.Replace(another, `"vehiculo_id":5,`, ``, 1), found: true},
		"reservation, equal":         {write: "book", another: another},
		"sanction, other plate":      {write: "start a sanction", another: `{"id":10,"placa":"B1","tramo_id":3}`, found: true},
		"sanction, other section":    {write: "start a sanction", another: `{"id":10,"placa":"A1","tramo_id":4}`, found: true},
		"sanction, equal":            {write: "start a sanction", another: `{"id":10,"placa":"A1","tramo_id":3}`},
	}, func(t *testing.T, tt row) {
		w := sentOnce[tt.write]
		l := &ledger{after: w.after + "," + tt.another, answers: []exchange{broken(errors.New("lost"))}, does: true}
		if err := w.do(t.Context(), client(t, "http://service.test", l, withFines)); (err == nil) != tt.found {
			t.Errorf("got %v, want it found: %t", err, tt.found)
		}
	})
}
