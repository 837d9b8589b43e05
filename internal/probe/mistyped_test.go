package probe

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A plate stays for good, so none is registered for a client that may not exist.
func TestWriteNeedsAClient(t *testing.T) {
	t.Parallel()
	refusing := failing(to(post, "/external/vehiculo"), http.StatusUnprocessableEntity, "No")
	type row struct {
		args   []string
		change func(http.Handler) http.Handler
		why    string // "" where the plate is registered
	}
	acctest.Each(t, map[string]row{
		"mistyped":                {[]string{"-cliente", "999"}, nil, "nothing shows that client 999 exists"},
		"mistyped, other address": {[]string{"-cliente", "999", "-email", "servicios@example.com"}, nil, "nothing shows that client 999 exists"},
		"empty":                   {[]string{"-cliente", "4"}, nil, "nothing shows that client 4 exists"},
		"with vehicles":           {[]string{"-cliente", "2"}, refusing, ""},
		"by its address":          {[]string{"-cliente", "4", "-email", "servicios@example.com"}, refusing, ""},
		"of the credential":       {[]string{"-cliente", "1"}, refusing, ""},
	}, func(t *testing.T, test row) {
		tw := newTown(t, sandbox.Options{}, test.change)
		before := tw.dump()
		got := tw.probe(append([]string{"-placa", "NEW-1", "-write"}, test.args...)...)
		registered := slices.ContainsFunc(fresh(before, tw.dump()), func(row string) bool { return strings.HasPrefix(row, "placas NEW-1|") })
		if test.why == "" {
			if !registered || got.row("D18").Outcome != Holds {
				t.Errorf("not registered: %s%s", got.stdout, got.stderr)
			}
			return
		}
		if made := fresh(before, tw.dump()); len(made) > 0 || len(got.Left) > 0 {
			t.Errorf("made %q, left %q", made, got.Left)
		}
		if differ := got.with(Differs); len(differ) > 0 {
			t.Errorf("differ: %v", differ)
		}
		if seen := got.row("D18").Seen; !strings.Contains(seen, test.why) || !strings.Contains(got.stderr, "no plate was registered: "+test.why) {
			t.Errorf("seen: %s\n%s", seen, got.stderr)
		}
	})
}

// What was mistyped or left out on the command line is no deviation of the service, and shows nothing.
func TestMistyped(t *testing.T) {
	t.Parallel()
	type row struct {
		args []string
		seen map[string]string
	}
	acctest.Each(t, map[string]row{
		"nothing": {nil, map[string]string{
			"A3": "needs -cliente", "A16.precios": "needs -tramo", "D5": "needs -placa", "A6": "needs -write, -cliente, -placa",
			"A10.cancelar": "needs -write, -cliente, -placa, -tramo, -reservar", "A14.sanciones": "endpoints.sanciones is not set; needs -endpoint sanciones=/path"}},
		"section": {[]string{"-tramo", "99999"}, map[string]string{
			"A16.cercanos": "there is no section 99999", "A16.precios": "there is no section 99999"}},
		"section, writing": {[]string{"-tramo", "99999", "-cliente", "2", "-placa", "NEW-1", "-write", "-reservar"}, map[string]string{
			"A9": "there is no section 99999", "A10.extender": "there is no section 99999", "A10.cancelar": "there is no section 99999"}},
		"address": {[]string{"-email", "nadie@example.com"}, map[string]string{"A4": "there is no client with the address of -email"}},
		"client":  {[]string{"-cliente", "999"}, map[string]string{"A3": "client 999 has no vehicles", "A5": "client 999 has no vehicles", "D8": "client 999 has no vehicles"}},
		"plate":   {[]string{"-placa", "NADIE-1"}, map[string]string{"D5": "the plate is not registered"}},
	}, func(t *testing.T, test row) {
		got := newTown(t, sandbox.Options{}, nil).probe(test.args...)
		if differ := got.with(Differs); len(differ) > 0 || got.code != exitHolds {
			t.Errorf("got exit code %d, %v differ, want 0 and none\n%s", got.code, differ, got.stdout)
		}
		for id, want := range test.seen {
			if row := got.row(id); row.Outcome != NotChecked || row.Seen != want {
				t.Errorf("got %+v, want it not checked: %q", row, want)
			}
		}
		if strings.Contains(got.stdout+got.stderr, "nadie@") {
			t.Error("the address is shown")
		}
	})
}
