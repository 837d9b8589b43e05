package parking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// Ways in which a write ends, by the letter that TestCarryOut gives them.
var endings = map[byte]error{
	'+': nil,
	'l': cutOff(true),
	't': tookTooLong(true),
	'u': cutOff(false),
	'h': pageAt(http.StatusOK),
	'5': failAt(http.StatusInternalServerError),
	'b': pageAt(http.StatusBadGateway),
	'g': pageAt(http.StatusGatewayTimeout),
	'r': failAt(http.StatusUnprocessableEntity),
	'q': failAt(http.StatusTooManyRequests),
	'd': failAt(http.StatusOK),
	'p': pageAt(http.StatusNotFound),
	'c': UnexpectedAnswer("w", "", "no id"),
}

// TestCarryOut: what is done after each sequence of endings of a write and looks for it. Of a look, y is there, n is
// not, and f is a failure.
func TestCarryOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sends, looks string // the last one goes on for good
		repeat       repeat
		retries      int
		does         string // what was done, in order: s is a send, l a look
		ends         string
	}{
		{"+", "", doubles, 2, "s", "made"},
		{"r", "", doubles, 2, "s", "r"},
		{"u", "", doubles, 2, "s", "u"},
		{"q", "", refuses, 2, "s", "q"},

		// The answer was lost, and the thing is there.
		{"l", "y", doubles, 2, "sl", "found"},
		{"t", "y", doubles, 2, "sl", "found"},
		{"h", "y", refuses, 0, "sl", "found"},
		// The service finished it late.
		{"l", "ny", doubles, 2, "sll", "found"},
		{"t", "ny", doubles, 2, "sll", "found"},
		// It was not carried out: looked twice, unless the service guards itself.
		{"l+", "n", doubles, 2, "slls", "made"},
		{"h5h+", "n", doubles, 3, "sllsllslls", "made"},
		{"l+", "n", refuses, 2, "sls", "made"},
		{"t+", "n", refuses, 2, "sls", "made"},
		// Nobody knows how long the service may take: no second one in this run.
		{"t", "n", doubles, 2, "sll", "running"},
		{"g", "n", doubles, 2, "sll", "running"},
		{"lt", "n", doubles, 5, "sllsll", "running"},
		// No more repeats.
		{"l", "n", doubles, 2, "sllsllsll", "not done"},
		{"5", "n", refuses, 2, "slslsll", "not done"},
		{"t", "n", refuses, 1, "slsll", "running"},
		{"5", "n", doubles, 0, "sl", "not done"},
		{"l", "n", doubles, 0, "sl", "running"},
		{"b", "n", refuses, 0, "sl", "running"},

		// What something between answers is no proof, and a failure that will not pass is not repeated.
		{"p", "y", doubles, 2, "sl", "found"},
		{"p", "n", doubles, 2, "sll", "not done"},
		{"p", "n", refuses, 2, "sll", "not done"},
		// A refusal that may be an error after the work was done: looked for, and never repeated.
		{"d", "y", doubles, 2, "sl", "found"},
		{"d", "n", doubles, 2, "sl", "d"},
		{"d", "f", doubles, 2, "sl", "unknown"},
		{"d", "y", refuses, 2, "s", "d"},

		// What is sent once is looked up longer. It is unknown if it is not there, and a refusal stands then.
		{"l", "nnny", never, 2, "sllll", "found"},
		{"l", "n", never, 2, "sllll", "running"},
		{"5", "n", never, 2, "sllll", "running"},
		{"l", "x", never, 2, "sl", "unknown"},
		{"d", "ny", never, 2, "sll", "found"},
		{"d", "n", never, 2, "sll", "d"},
		{"d", "x", never, 2, "sl", "d"},

		// A refusal of a repeat may speak of what the first one made.
		{"lr", "ny", refuses, 2, "slsl", "found"},
		{"lr", "nny", doubles, 2, "sllsl", "found"},
		{"lr", "n", refuses, 2, "slsll", "running"},
		{"lr", "nf", refuses, 2, "slsll", "unknown"},
		{"lu", "nf", refuses, 2, "slslsll", "unknown"},

		// Looking fails. A write that the service refuses a second time may be repeated all the same.
		{"l", "f", doubles, 2, "sl", "unknown"},
		{"l", "nf", doubles, 2, "sll", "unknown"},
		{"l+", "f", refuses, 2, "sls", "made"},
		{"lr", "fy", refuses, 2, "slsl", "found"},
		{"l", "f", refuses, 1, "slsll", "unknown"},
		{"l", "f", refuses, 0, "sl", "unknown"},

		// One that will fail again is the end.
		{"l+", "x", refuses, 2, "sl", "unknown"},

		// Accepted, but not understood: never again.
		{"c", "y", doubles, 2, "sl", "found"},
		{"c", "n", doubles, 2, "sll", "accepted"},
		{"c", "n", refuses, 5, "sll", "accepted"},
		{"c", "n", never, 2, "sllll", "accepted"},
		{"c", "f", doubles, 2, "sl", "accepted"},
		{"lc", "n", refuses, 5, "slsll", "accepted"},
	}
	for _, tt := range tests {
		inBubble(t, fmt.Sprintf("%s %s %d %d", tt.sends, tt.looks, tt.repeat, tt.retries), func(t *testing.T) {
			c := scripted(t, play(), func(c *Config) { c.MaxRetries = tt.retries })
			done, sends, looks := "", 0, 0
			nth := func(all string, n *int) byte {
				*n++
				return all[min(*n, len(all))-1]
			}
			out, err := carryOut(t.Context(), c, once[string]{
				op: operation{repeat: tt.repeat},
				send: func(_ context.Context, tries *attempts) (string, error) {
					done += "s"
					err := endings[nth(tt.sends, &sends)]
					tries.note(aWrite, err, c.config.Backoff)
					return "made", tries.outcome(err)
				},
				look: func(context.Context) (string, bool, error) {
					done += "l"
					switch nth(tt.looks, &looks) {
					case 'y':
						return "found", true, nil
					case 'f':
						return "", false, pageAt(http.StatusInternalServerError)
					case 'x':
						return "", false, pageAt(http.StatusNotFound)
					}
					return "", false, nil
				},
			})
			if done != tt.does {
				t.Errorf("did %s, want %s", done, tt.does)
			}
			equal(t, fmt.Sprintf("the end, %v", err), ending(out.Made, out.Lost, err), tt.ends)
		})
	}
}

// ending names how carryOut ended, and checks that made, lost and err agree.
func ending(made string, lost, err error) string {
	e := ErrorOf(err)
	switch {
	case err == nil && (lost != nil) == (made == "found"):
		return made
	case err == nil || lost != nil:
		return "contradiction"
	case e.Kind == Unsettled && e.Look != nil && e.Outcome == Unknown:
		return "unknown"
	case e.Kind == Unsettled && e.Outcome == MaybeRunning:
		return "running"
	case e.Kind == Unsettled && e.Outcome == ProbablyNotDone:
		return "not done"
	case e.Outcome == Accepted:
		return "accepted"
	}
	for letter, e := range endings {
		if errors.Is(err, e) && e != nil {
			return string(letter)
		}
	}
	return err.Error()
}

// TestTimeOfALostWrite: how often a write whose answer is lost is sent, and how long what became of it is looked for.
func TestTimeOfALostWrite(t *testing.T) {
	t.Parallel()
	type row struct {
		retries int
		repeat  repeat
		there   time.Duration // from when on it is found; 0 is never
		given   time.Duration // by the caller; 0 is all the time
		sends   int
		took    time.Duration // and a second more at most
	}
	eachInBubble(t, map[string]row{
		"a second look after Config.Settle":     {repeat: doubles, retries: 3, there: 4 * time.Second, sends: 1, took: defaultSettle},
		"not there, sent again":                 {repeat: doubles, retries: 3, there: 6 * time.Second, sends: 2, took: 2 * defaultSettle},
		"sent once, looked up for a minute":     {repeat: never, retries: 3, there: 59 * time.Second, sends: 1, took: time.Minute},
		"sent once, not sent again after that":  {repeat: never, retries: 3, sends: 1, took: time.Minute},
		"sent once, looked up, without retries": {repeat: never, there: 59 * time.Second, sends: 1, took: time.Minute},
		"refused twice, waits once, at the end": {retries: 2, repeat: refuses, sends: 3, took: defaultSettle},
		"gives up before the second look":       {repeat: doubles, retries: 3, given: time.Second, sends: 1, took: time.Second},
	}, func(t *testing.T, tt row) {
		c := scripted(t, play(), func(c *Config) { c.MaxRetries, c.RequestTimeout = tt.retries, 10*time.Second })
		ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(tt.given, time.Hour))
		defer cancel()
		start, sends := time.Now(), 0
		out, err := carryOut(ctx, c, once[int]{
			op: operation{repeat: tt.repeat},
			send: func(_ context.Context, tries *attempts) (int, error) {
				sends++
				tries.note(aWrite, endings['l'], c.config.Backoff)
				return 0, endings['l']
			},
			look: func(context.Context) (int, bool, error) { return 1, tt.there > 0 && time.Since(start) >= tt.there, nil },
		})
		if took := time.Since(start); sends != tt.sends || took < tt.took || took > tt.took+time.Second {
			t.Errorf("sent %d times in %s, want %d times in %s", sends, took, tt.sends, tt.took)
		}
		if found := err == nil && out.Lost != nil; found != (tt.there > 0) {
			t.Errorf("got %v, want it found: %t", err, tt.there > 0)
		}
		if Is(err, Unsettled) && tt.given > 0 && OutcomeOf(err) < Unknown { // it may still come
			t.Errorf("got %v, want an unclear outcome", err)
		}
	})
}

// TestInterrupted: once the caller gives up, which it does after a second, a write that was sent may still be answered within the
// grace, and nothing new is sent.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	made := answer(http.StatusOK, okData(`{"id":9,"cliente_id":1,"placa":"A"}`))
	type row struct {
		service exchange
		took    time.Duration
		want    Outcome
	}
	eachInBubble(t, map[string]row{
		"answered in time":     {service: after(2*time.Second, made), took: 2 * time.Second, want: Done},
		"answered too late":    {service: after(time.Minute, made), took: time.Second + interruptGrace, want: Unknown},
		"waits for its repeat": {service: answer(429, `{"estado":"fail","error":"x"}`), took: time.Second, want: TurnedAway},
	}, func(t *testing.T, tt row) {
		s, start := play(tt.service), time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		c := scripted(t, s, func(c *Config) { c.MaxRetries, c.Backoff = 3, time.Minute })
		err := wantID(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A"}))
		equal(t, fmt.Sprint("outcome of ", err), OutcomeOf(err), tt.want)
		equal(t, "time", time.Since(start), tt.took)
		equal(t, "requests", s.count(), 1)
	})
}

// TestLooks: what each operation looks at after its answer was lost. Exchanges are in the order of the requests.
func TestLooks(t *testing.T) {
	t.Parallel()
	lost, no := answer(500, ""), answer(404, `{"estado":"fail","error":"No"}`)
	empty, linked := answer(200, okData(`[]`)), answer(200, okData(`[{"id":9,"placa":"A"}]`))
	const filtered, list = ", GET vehiculos?cliente_id=1&placa=A", ", GET vehiculos?cliente_id=1"
	registerSpelled := func(ctx context.Context, c *Client) error {
		return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "a-1"}))
	}
	link := func(ctx context.Context, c *Client) error {
		return wantID(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A"}))
	}
	type row struct {
		do   func(context.Context, *Client) error
		with []exchange
		want string
		err  string // a part of it, "" for success
	}
	eachInBubble(t, map[string]row{
		"plate there": {do: registerPlaca, with: []exchange{lost, answer(200, okData(`{"electrico":0}`))}, want: "POST placa, GET placa/A"},
		"plate, stored bare": {do: registerSpelled, with: []exchange{lost, no, no, answer(200, okData(`{"placa":"A1"}`))},
			want: "POST placa, GET placa/a-1, GET placa/a-?, GET placa/A1"},
		"plate never there": {do: registerPlaca, with: []exchange{lost, no, no, lost, no, lost, no},
			want: "POST placa, GET placa/A, GET placa/?, POST placa, GET placa/A, POST placa, GET placa/A, GET placa/A",
			err:  "tried 3 times, but no lookup found an effect"},
		"vehicle there": {do: link, with: []exchange{lost, linked}, want: "POST vehiculo" + filtered},
		"vehicle not there": {do: link, with: []exchange{lost, empty, empty, empty, empty, answer(200, okData(`{"id":9}`))},
			want: "POST vehiculo" + filtered + list + filtered + list + ", POST vehiculo"},
		"nothing to list": {do: link, with: []exchange{lost, no}, // which proves nothing
			want: "POST vehiculo" + filtered + list + "&placa=?" + list, err: "the lookup afterwards failed"},
	}, func(t *testing.T, tt row) {
		s := play(tt.with...).known()
		err := tt.do(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries = 2 }))
		expectError(t, err, tt.err)
		equal(t, "asked", s.asked(), tt.want)
	})
}
