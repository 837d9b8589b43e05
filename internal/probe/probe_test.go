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

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The sandbox is as assumed and as documented, whatever the status of its failures. Without -write nothing is written.
func TestSandboxHolds(t *testing.T) {
	t.Parallel()
	type row struct {
		args      []string
		box       sandbox.Options
		unchecked []string
	}
	never := []string{"A10.body"}
	written := []string{"A10.body", "A15", "A6", "A9", "D18", "D19"}
	acctest.Each(t, map[string]row{
		"read":  {args: reading, unchecked: written},
		"write": {args: writingToo, unchecked: never},
	}, func(t *testing.T, c row) {
		tw := newTown(t, c.box, nil)
		got := tw.probe(t.Context(), c.args...)
		if differ := got.with(Differs); len(differ) > 0 || got.code != exitHolds {
			t.Fatalf("exit code %d, differ: %v\n%s%s", got.code, differ, got.stdout, got.stderr)
		}
		unchecked := got.with(NotChecked)
		slices.Sort(unchecked)
		if !slices.Equal(unchecked, c.unchecked) {
			t.Errorf("not checked: %v\n%s", unchecked, got.stdout)
		}
		if !slices.Contains(c.args, "-write") {
			if asked := tw.reads(); asked > 15 || got.Requests != asked {
				t.Errorf("%d requests, and %d are counted", asked, got.Requests)
			}
		}
	})
}

// What -write says beforehand is what it leaves. Once more with the same plate, it leaves nothing more.
func TestWriteLeavesWhatItSays(t *testing.T) {
	t.Parallel()
	const plate, vehicle = "plate NEW-1", `vehicle "terraform probe" of client 2 with plate NEW-1`
	const held = `SELECT (SELECT COUNT(*) FROM placas) || ' ' || (SELECT COUNT(*) FROM vehiculos) || ' ' || (SELECT COUNT(*) FROM favoritas) || ' '
		|| (SELECT COUNT(*) FROM reservas)`
	tw := newTown(t, sandbox.Options{}, nil)
	for _, says := range [][]string{{plate, vehicle}, {}} {
		got := tw.probe(t.Context(), writingToo...)
		if got.code != exitHolds || !slices.Equal(got.WillLeave, says) || !slices.Equal(got.Left, says) {
			t.Errorf("exit code %d, said %q, left %q", got.code, got.WillLeave, got.Left)
		}
		for _, one := range says {
			acctest.ExpectSays(t, "beforehand", got.stderr, "- "+one+"\n")
		}
		var now string
		acctest.Must(t, tw.Box.DB().QueryRowContext(t.Context(), held).Scan(&now))
		if want := "20 20 1 1"; now != want {
			t.Errorf("the service holds %s, want %s", now, want)
		}
	}
}

// Where the service differs more stays, and the result says so.
func TestWhatStaysIsTold(t *testing.T) {
	t.Parallel()
	type row struct {
		change change
		box    sandbox.Options
		want   string
	}
	lost := sandbox.Options{Faults: []sandbox.Fault{{Key: "registrar_placa", Kind: sandbox.Drop, When: sandbox.After, Times: 1}}}
	acctest.Each(t, map[string]row{
		"favourite": {change: failing(to(http.MethodDelete, "/external/zona-favorita"), http.StatusUnprocessableEntity, "no"),
			want: "a favourite of client 2, section 3"},
		"lost answer": {box: lost, want: "plate NEW-1 (perhaps: its answer was lost)"},
	}, func(t *testing.T, c row) {
		tw := newTown(t, c.box, c.change)
		if got := tw.probe(t.Context(), writingToo...); !slices.Contains(got.Left, c.want) {
			t.Errorf("left: %q\n%s", got.Left, got.stdout)
		}
		if sent := tw.Requests()["registrar_placa"]; len(c.box.Faults) > 0 && sent != 1 {
			t.Errorf("registered %d times", sent)
		}
	})
}

// A plate that exists and is not the probe's own is never touched, and none is registered for a client that may not exist.
func TestWriteBarred(t *testing.T) {
	t.Parallel()
	type row struct {
		plate, client, why string
		change             change
	}
	acctest.Each(t, map[string]row{
		"of the client":   {plate: "AAA-1", client: "2", why: "plate AAA-1 is in use"},
		"of another":      {plate: "BBB-1", client: "2", why: "plate BBB-1 is in use"},
		"mistyped client": {plate: "NEW-1", client: "999", why: "nothing shows that client 999 exists"},
		"empty client":    {plate: "NEW-1", client: "4", why: "nothing shows that client 4 exists"},
		"not known": {plate: "NEW-1", client: "2", why: "whether plate NEW-1 is free is unknown",
			change: failing(to(get, "/external/placa/NEW-1"), http.StatusBadRequest, "cerrado por obras")},
	}, func(t *testing.T, c row) {
		tw := newTown(t, sandbox.Options{}, c.change)
		got := tw.probe(t.Context(), "-write", "-placa", c.plate, "-cliente", c.client)
		acctest.ExpectSays(t, "the probe", got.stderr, c.why)
		if differ := got.with(Differs); len(differ)+len(got.Left) > 0 {
			t.Errorf("differ: %v, left: %q", differ, got.Left)
		}
		tw.reads()
	})
}

// An interrupt leaves no favourite behind.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tw := newTown(t, sandbox.Options{}, instead(to(put, "/external/zona-favorita"), func(ask func() (int, fields)) (int, any) {
		cancel()
		return ask()
	}))
	got := tw.probe(ctx, writingToo...)
	if got.code != exitNothing {
		t.Errorf("exit code %d", got.code)
	}
	acctest.ExpectSays(t, "the probe", got.stderr, "interrupted; this stays on the service: ", "plate NEW-1")
	tw.ExpectCount(0, `SELECT COUNT(*) FROM favoritas WHERE tramo_id = 3`)
}

// Neither credential nor personal data is in any output, even where the service repeats all of it.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	all := func(*http.Request) bool { return true }
	acctest.Each(t, map[string]change{
		"echo": answering(all, func(status int, top fields) (int, any) {
			if status >= http.StatusBadRequest {
				top["error"] = "no existe " + credential + " flota.sur@example.com 022000002 0100000001"
				top["errores"] = fields{"flota.sur@example.com": 7, credential: "0100000001"}
			}
			return status, top
		}),
		"refusing": failing(func(r *http.Request) bool { return r.Method != get || strings.Contains(r.URL.Path, "cliente") },
			http.StatusUnprocessableEntity, "no: "+credential+" reparto.centro@example.com 0100000001"),
		"names": each(all, func(one fields) { one["flota.sur@example.com"] = 1 }),
	}, func(t *testing.T, change change) {
		tw := newTown(t, sandbox.Options{}, change)
		var output bytes.Buffer
		for _, args := range [][]string{writingToo, append([]string{"-json", "-email", "flota.sur@example.com"}, reading...)} {
			Main(t.Context(), append([]string{"-base-url", tw.BaseURL}, args...), "test", environment(nil), &output, &output)
		}
		if output.Len() < 4000 {
			t.Fatalf("hardly any output: %s", &output)
		}
		for _, secret := range []string{credential, "sbx_secreto", "example.com", "022000001", "0100000001", "022000002", "flota.sur", "reparto.centro"} {
			if strings.Contains(output.String(), secret) {
				t.Errorf("%s is shown\n%s", secret, &output)
			}
		}
	})
}

// Where nothing can be found out, the exit code is 2, and the reason is said, to a program that reads the JSON as well. It shows no
// value of a flag, which may be personal data.
func TestNothing(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>welcome")) }))
	t.Cleanup(page.Close)
	strict := newTown(t, sandbox.Options{Credential: "another"}, nil)
	type row struct {
		args []string
		env  map[string]string
		want string
	}
	acctest.Each(t, map[string]row{
		"no service": {[]string{"-base-url", page.URL}, nil, "found no parking service"},
		"nobody":     {[]string{"-base-url", "http://127.0.0.1:1"}, nil, "could not be reached"},
		"refused":    {[]string{"-base-url", strict.BaseURL}, nil, "refuses the credential, alone and after the word Bearer"},
		"scheme": {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL_SCHEME": "Key"},
			"with the credential_scheme that is set"},
		"no credential": {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL": ""}, "The credential is not set"},
		"no address":    {nil, nil, "The address of the parking service is not set"},
		"write alone":   {[]string{"-write", "-cliente", "2"}, nil, "-write needs -cliente and -placa"},
		"plate alone":   {[]string{"-placa", "AAA-1"}, nil, "-placa and -tramo are for what -write writes"},
		"number":        {[]string{"-cliente", "ana@example.com"}, nil, "invalid value for flag -cliente: parse error"},
		"endpoint":      {[]string{"-base-url", strict.BaseURL, "-endpoint", "sancion=/x"}, nil, `nknown endpoint "sancion"`},
		"argument":      {[]string{"ana@example.com"}, nil, "belongs to no flag"},
	}, func(t *testing.T, c row) {
		var stdout, stderr bytes.Buffer
		code := Main(t.Context(), append([]string{"-json"}, c.args...), "test", environment(c.env), &stdout, &stderr)
		var told Failure
		if err := json.Unmarshal(stdout.Bytes(), &told); err != nil || code != exitNothing {
			t.Errorf("exit code %d, %v: %s", code, err, &stdout)
		}
		acctest.ExpectSays(t, "the JSON", told.Error, c.want)
		acctest.ExpectSays(t, "standard error", stderr.String(), c.want)
		if strings.Contains(stderr.String(), "ana@") {
			t.Errorf("a value is shown: %s", &stderr)
		}
	})
}

// What is missing on the command line is no deviation of the service.
func TestNotChecked(t *testing.T) {
	t.Parallel()
	got := newTown(t, sandbox.Options{}, nil).probe(t.Context(), "-cliente", "4", "-email", "nadie@example.com")
	for id, want := range map[string]string{
		"A3": "client 4 has no vehicles", "D8": "client 4 has no vehicles", "A4": `the address of -email is denied: cliente_email: the service answered "El cliente no existe" (HTTP 404)`,
		"A9": "needs -write, -placa, -tramo", "A10.body": "a reservation may cost money", "A14.sanciones": "endpoints.sanciones is not set; needs -endpoint sanciones=/path",
	} {
		if row := got.row(id); row.Outcome != NotChecked || row.Seen != want {
			t.Errorf("got %+v, want it not checked: %q", row, want)
		}
	}
	section := newTown(t, sandbox.Options{}, nil).probe(t.Context(), append(slices.Clone(writingToo), "-tramo", "99999")...)
	if row := section.row("A9"); row.Outcome != NotChecked || row.Seen != `section 99999 is denied: tramo: the service answered "El tramo no existe" (HTTP 404)` {
		t.Errorf("got %+v, want it not checked", row)
	}
}

// The settings come from the environment as the provider takes them, the embedded sandbox included.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	env := environment(map[string]string{"PARKING_SANDBOX": ":memory:", "PARKING_CREDENTIAL": ""})
	if code := Main(t.Context(), nil, "test", env, &stdout, &stderr); code != exitHolds {
		t.Errorf("exit code %d", code)
	}
	acctest.ExpectSays(t, "standard error", stderr.String(), "no real parking service is called")
	acctest.ExpectSays(t, "the table", stdout.String(), "A1 ", "holds        the credential is sent", "not checked  ", "0 differ")
	if code := Main(t.Context(), []string{"-h"}, "test", env, &stdout, &stderr); code != exitHolds {
		t.Errorf("-h: exit code %d", code)
	}
	acctest.ExpectSays(t, "-h", stderr.String(), "-tramo ID        a section", "informacion, ")
}
