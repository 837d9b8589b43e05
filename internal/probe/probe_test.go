package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The sandbox is as assumed and as documented, whatever the status of its failures.
func TestSandboxHolds(t *testing.T) {
	t.Parallel()
	never := []string{"A14.writes", "A17"}
	readOnly := append([]string{"A6", "A9", "A10.extender", "A10.cancelar", "A15", "A18", "D18", "D19"}, never...)
	for _, test := range []struct {
		name      string
		args      []string
		box       sandbox.Options
		unchecked []string
	}{
		{"read", reading, sandbox.Options{}, readOnly},
		{"write", writingToo, sandbox.Options{}, never},
		{"read at 200", reading, sandbox.Options{FailStatus: http.StatusOK}, readOnly},
		{"write at 200", writingToo, sandbox.Options{FailStatus: http.StatusOK}, never},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := newTown(t, test.box, nil).probe(test.args...)
			if differ := got.with(Differs); len(differ) > 0 || got.code != exitHolds {
				t.Fatalf("exit code %d, differ: %v\n%s%s", got.code, differ, got.stdout, got.stderr)
			}
			unchecked := got.with(NotChecked)
			slices.Sort(unchecked)
			slices.Sort(test.unchecked)
			if !slices.Equal(unchecked, test.unchecked) {
				t.Errorf("not checked: %v\n%s", unchecked, got.stdout)
			}
		})
	}
}

// Without -write nothing is written, and without what to read with hardly anything is asked.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	type row struct {
		args []string
		most int // requests
	}
	acctest.Each(t, map[string]row{
		"everything": {reading, 25},
		"nothing":    {nil, 6},
	}, func(t *testing.T, test row) {
		tw := newTown(t, sandbox.Options{}, nil)
		before := tw.dump()
		got := tw.probe(test.args...)
		if asked := tw.reads(); asked > test.most || got.Requests != asked {
			t.Errorf("got %d requests counted, want %d", got.Requests, asked)
		}
		if after := tw.dump(); !slices.Equal(before, after) {
			t.Errorf("changed: %v", fresh(before, after))
		}
	})
}

// What -write says beforehand is what it leaves, to the row.
func TestWriteLeavesWhatItSays(t *testing.T) {
	t.Parallel()
	plate, vehicle := "placas NEW-1|1|0|0|0|1", "|terraform probe|NEW-1|2|1|0"
	type row struct {
		args []string
		says []string
		rows []string // parts of the rows that are new
	}
	acctest.Each(t, map[string]row{
		"plate": {[]string{"-cliente", "2", "-placa", "NEW-1", "-write"},
			[]string{"plate NEW-1", `vehicle "terraform probe" of client 2 with plate NEW-1`}, []string{plate, vehicle}},
		"reservation": {writingToo, []string{"plate NEW-1", `vehicle "terraform probe" of client 2 with plate NEW-1`,
			"a reservation of 20 minutes in section 3 for that vehicle, cancelled"}, []string{plate, "reservas 2|3|20|20|cancelada|", vehicle}},
	}, func(t *testing.T, test row) {
		tw := newTown(t, sandbox.Options{}, nil)
		before := tw.dump()
		got := tw.probe(test.args...)
		left := append([]string{}, got.Left...)
		slices.Sort(left)
		slices.Sort(test.says)
		slices.Sort(got.WillLeave)
		if got.code != exitHolds || !slices.Equal(got.WillLeave, test.says) || !slices.Equal(left, test.says) {
			t.Errorf("exit code %d, said %q, left %q", got.code, got.WillLeave, got.Left)
		}
		for _, one := range test.says {
			if !strings.Contains(got.stderr, "- "+one+"\n") {
				t.Errorf("not said beforehand: %s\n%s", one, got.stderr)
			}
		}
		after := tw.dump()
		made, gone := fresh(before, after), fresh(after, before)
		if len(made) != len(test.rows) || len(gone) > 0 {
			t.Fatalf("made %q, gone %q", made, gone)
		}
		for _, part := range test.rows {
			if !slices.ContainsFunc(made, func(row string) bool { return strings.Contains(row, part) }) {
				t.Errorf("made %q, and not %q", made, part)
			}
		}

		// Once more with the same plate: nothing new but a reservation.
		before = after
		again := tw.probe(test.args...)
		made = fresh(before, tw.dump())
		if again.code != exitHolds || len(made) != len(again.WillLeave) || len(again.WillLeave) != len(test.says)-2 || len(again.Left) != len(again.WillLeave) {
			t.Errorf("again: exit code %d, said %q, left %q, made %q\n%s%s", again.code, again.WillLeave, again.Left, made, again.stdout, again.stderr)
		}
	})
}

// Where the service differs more stays, and the result says so.
func TestWhatStaysIsTold(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(http.Handler) http.Handler
		box    sandbox.Options
		want   string
	}{
		"favourite":   {failing(to(http.MethodDelete, "/external/zona-favorita"), http.StatusUnprocessableEntity, "no"), sandbox.Options{}, "a favourite of client 2, section 3"},
		"reservation": {failing(to(put, "/external/reserva-cancelar/"), http.StatusUnprocessableEntity, "no"), sandbox.Options{}, "a reservation of 20 minutes in section 3 for that vehicle, active"},
		"lost answer": {nil, sandbox.Options{Faults: []sandbox.Fault{{Key: "registrar_placa", Kind: sandbox.Drop, When: sandbox.After, Times: 1}}}, "plate NEW-1 (perhaps: its answer was lost)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tw := newTown(t, test.box, test.change)
			got := tw.probe(writingToo...)
			if !slices.Contains(got.Left, test.want) {
				t.Errorf("left: %q\n%s", got.Left, got.stdout)
			}
			if sent := tw.Requests()["registrar_placa"]; name == "lost answer" && sent != 1 {
				t.Errorf("registered %d times", sent)
			}
		})
	}
}

// A plate that exists and is not the probe's own is never touched.
func TestWriteBarred(t *testing.T) {
	t.Parallel()
	type row struct {
		plate, why string
		change     func(http.Handler) http.Handler
	}
	acctest.Each(t, map[string]row{
		"of the client": {"AAA-1", "plate AAA-1 is in use", nil},
		"of another":    {"BBB-1", "plate BBB-1 is in use", nil},
		"not known": {"NEW-1", "whether plate NEW-1 is free is unknown",
			failing(to(get, "/external/placa/NEW-1"), http.StatusBadRequest, "cerrado por obras")},
	}, func(t *testing.T, test row) {
		tw := newTown(t, sandbox.Options{}, test.change)
		got := tw.probe(append(slices.Clone(writingToo), "-placa", test.plate)...)
		if got.code != exitNothing || !strings.Contains(got.stderr, test.why) || !strings.HasPrefix(got.stdout, "{\n  \"error\": \""+test.why) {
			t.Errorf("exit code %d: %s%s", got.code, got.stdout, got.stderr)
		}
		tw.reads()
	})
}

// An interrupt leaves no favourite and no active reservation behind.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]match{"favourite": to(put, "/external/zona-favorita"), "reservation": to(put, "/external/reserva-extender/")}, func(t *testing.T, at match) {
		ctx, cancel := context.WithCancel(t.Context())
		tw := newTown(t, sandbox.Options{}, asking(at, func(r *http.Request) { cancel() }))
		got := tw.probeUnder(ctx, writingToo...)
		if got.code != exitNothing || !strings.Contains(got.stderr, "interrupted; this stays on the service: ") || !strings.Contains(got.stderr, "plate NEW-1") {
			t.Errorf("exit code %d: %s", got.code, got.stderr)
		}
		tw.ExpectCount(0, `SELECT COUNT(*) FROM favoritas WHERE tramo_id = 3`)
		tw.ExpectCount(0, `SELECT COUNT(*) FROM reservas WHERE estado <> 'cancelada' AND id > 1`)
	})
}

// Neither credential nor personal data is in any output, even where the service repeats all of it.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	secrets := []string{credential, "sbx_secreto", "example.com", "022000001", "0100000001", "022000002", "flota.sur", "reparto.centro"}
	echo := answering(func(*http.Request) bool { return true }, func(status int, top fields) (int, any) {
		if status >= http.StatusBadRequest {
			top["error"] = "no existe " + credential + " flota.sur@example.com 022000002 0100000001"
			top["errores"] = fields{"flota.sur@example.com": 7, credential: "0100000001"}
		}
		return status, top
	})
	acctest.Each(t, map[string]func(http.Handler) http.Handler{
		"as it is": nil, "echo": echo,
		"refusing": failing(func(r *http.Request) bool { return r.Method != get || strings.Contains(r.URL.Path, "cliente") }, http.StatusUnprocessableEntity,
			"no: "+credential+" reparto.centro@example.com 0100000001"),
		"names": each(func(*http.Request) bool { return true }, func(one fields) { one["flota.sur@example.com"] = 1 }),
	}, func(t *testing.T, change func(http.Handler) http.Handler) {
		tw := newTown(t, sandbox.Options{}, change)
		var output bytes.Buffer
		for _, args := range [][]string{writingToo, append([]string{"-json", "-email", "flota.sur@example.com"}, reading...)} {
			Main(t.Context(), append([]string{"-base-url", tw.BaseURL}, args...), "test", environment(nil), &output, &output)
		}
		if output.Len() < 5000 {
			t.Fatalf("hardly any output: %s", &output)
		}
		for _, secret := range secrets {
			if strings.Contains(output.String(), secret) {
				t.Errorf("%s is shown\n%s", secret, &output)
			}
		}
	})
}

// Being asked to slow down is obeyed, and no difference.
func TestThrottled(t *testing.T) {
	t.Parallel()
	var times []time.Time
	tw := newTown(t, sandbox.Options{Faults: []sandbox.Fault{{Key: "faq_grupos", Kind: sandbox.Status429, Times: 1}}}, asking(to(get, "/external/faq-grupos"), func(*http.Request) {
		times = append(times, time.Now())
	}))
	got := tw.probe(reading...)
	if got.code != exitHolds || got.Throttled != 1 || len(times) != 2 || times[1].Sub(times[0]) < time.Second {
		t.Errorf("got exit code %d, %d throttled, asked at %v, want 0, 1 and a second between", got.code, got.Throttled, times)
	}
	if row := got.row("A17"); row.Outcome != Holds || row.Seen != "faq_grupos (HTTP 429)" {
		t.Errorf("got %+v, want it to hold", row)
	}
}

// Where nothing can be found out, the exit code is 2 and the reason is said.
func TestNothing(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>welcome")) }))
	t.Cleanup(page.Close)
	strict := newTown(t, sandbox.Options{Credential: "another"}, nil)
	for name, test := range map[string]struct {
		args []string
		env  map[string]string
		want string
	}{
		"no service":     {[]string{"-base-url", page.URL}, nil, "found no parking service"},
		"nobody":         {[]string{"-base-url", "http://127.0.0.1:1"}, nil, "could not be reached"},
		"refused":        {[]string{"-base-url", strict.BaseURL}, nil, "refuses the credential, alone and after the word Bearer"},
		"scheme":         {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL_SCHEME": "Key"}, "with the credential_scheme that is set"},
		"no credential":  {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL": ""}, "The credential is not set"},
		"no address":     {nil, nil, "The address of the parking service is not set"},
		"off loopback":   {[]string{"-base-url", "http://parking.example.com"}, nil, "plain http"},
		"write alone":    {[]string{"-write", "-cliente", "2"}, nil, "-write needs -cliente and -placa"},
		"reservar alone": {[]string{"-reservar"}, nil, "-reservar needs -write and -tramo"},
		"number":         {[]string{"-cliente", "ana@example.com"}, nil, "invalid value for flag -cliente: parse error"},
		"endpoint":       {[]string{"-base-url", strict.BaseURL, "-endpoint", "sancion=/x"}, nil, `nknown endpoint "sancion"`},
		"endpoint path":  {[]string{"-base-url", strict.BaseURL, "-endpoint", "sanciones=x"}, nil, "must begin with /"},
		"argument":       {[]string{"ana@example.com"}, nil, "belongs to no flag"},
		"value":          {[]string{"-json=ana@example.com"}, nil, "invalid boolean value for -json"},
		"flag":           {[]string{"-nothing"}, nil, "probe -h explains"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			code := Main(t.Context(), test.args, "test", environment(test.env), &stdout, &stderr)
			if code != exitNothing || !strings.Contains(stderr.String(), test.want) || stdout.Len() > 0 {
				t.Errorf("exit code %d: %s%s", code, &stdout, &stderr)
			}
			if strings.Contains(stderr.String(), "ana@") {
				t.Errorf("a value is shown: %s", &stderr)
			}

			// A program that reads the JSON is told the reason too.
			stdout.Reset()
			code = Main(t.Context(), append([]string{"-json"}, test.args...), "test", environment(test.env), &stdout, &stderr)
			var told Failure
			err := json.Unmarshal(stdout.Bytes(), &told)
			switch {
			case name == "value": // -json itself is wrong
			case name == "flag" && told.Error == "": // whose hint is on standard error alone
				t.Error("there is no reason")
			case name != "flag" && !strings.Contains(told.Error, test.want), code != exitNothing, err != nil:
				t.Errorf("exit code %d, %v: %s", code, err, &stdout)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	if code := Main(t.Context(), []string{"-h"}, "test", environment(nil), &stdout, &stderr); code != exitHolds || !strings.Contains(stderr.String(), "informacion, ") || strings.Contains(stderr.String(), "%!") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}

// The settings come from the environment as the provider takes them, the embedded sandbox included.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	env := environment(map[string]string{"PARKING_SANDBOX": ":memory:", "PARKING_CREDENTIAL": ""})
	if code := Main(t.Context(), nil, "test", env, &stdout, &stderr); code != exitHolds || !strings.Contains(stderr.String(), "no real parking service is called") {
		t.Fatalf("exit code %d: %s%s", code, &stdout, &stderr)
	}
	table := stdout.String()
	for _, want := range []string{"#  ", "outcome", "A1 ", "holds        tipo-vehiculo lists", "not checked  ", "0 differ"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in the table\n%s", want, table)
		}
	}
	for line := range strings.Lines(strings.SplitN(table, "\n\n", 2)[0]) {
		if utf8.RuneCountInString(line) > 121 {
			t.Errorf("wide: %s", line)
		}
	}
}
