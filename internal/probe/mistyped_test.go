package probe

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A plate stays for good, so none is registered for a client that may not exist.
func TestWriteNeedsAClient(t *testing.T) {
	t.Parallel()
	refusing := failing(to(post, "/external/vehiculo"), http.StatusUnprocessableEntity, "No")
	for name, test := range map[string]struct {
		args   []string
		change func(http.Handler) http.Handler
		why    string // "" where the plate is registered
	}{
		"mistyped":                {[]string{"-cliente", "999"}, nil, "the service refuses client 999"},
		"mistyped, other address": {[]string{"-cliente", "999", "-email", "servicios@example.com"}, nil, "the service refuses client 999"},
		"with vehicles, refused":  {[]string{"-cliente", "2"}, instead(to(post, "/external/vehiculo"), http.StatusUnprocessableEntity, fields{"estado": "fail", "error": "No", "errores": fields{"cliente_id": []string{"No es suyo"}}}), "the service refuses client 2"},
		"empty":                   {[]string{"-cliente", "4"}, nil, ""},
		"empty, no reason":        {[]string{"-cliente", "4"}, refusing, "nothing shows that client 4 exists"},
		"with vehicles":           {[]string{"-cliente", "2"}, refusing, ""},
		"by its address":          {[]string{"-cliente", "4", "-email", "servicios@example.com"}, refusing, ""},
		"of the credential":       {[]string{"-cliente", "1"}, refusing, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tw := newTown(t, sandbox.Options{}, test.change)
			before := tw.dump()
			got := tw.probe(append([]string{"-placa", "NEW-1", "-write", "-samples", "1"}, test.args...)...)
			registered := slices.ContainsFunc(fresh(before, tw.dump()), func(row string) bool { return strings.HasPrefix(row, "placas NEW-1|") })
			if test.why == "" {
				if !registered || got.row(t, "D18").Outcome != Holds {
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
			if seen := got.seen("D18"); !strings.Contains(seen, test.why) || !strings.Contains(got.stderr, "no plate was registered: "+test.why) {
				t.Errorf("seen: %s\n%s", seen, got.stderr)
			}
		})
	}
}
