package probe

import (
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What the probe says of a service is what the service was made with, in the same words.
func TestFreedoms(t *testing.T) {
	t.Parallel()
	seen := newTown(t, sandbox.Options{}, change{}).probe(reading...).Freedoms
	if len(seen) != 15 {
		t.Errorf("the probe sees %d freedoms: %v", len(seen), seen)
	}
	for _, s := range seen {
		at := slices.IndexFunc(sandbox.Freedoms, func(f sandbox.Freedom) bool { return f.Name == s.Name })
		if at < 0 {
			t.Fatalf("the sandbox has no %q", s.Name)
		}
		f := sandbox.Freedoms[at]
		for _, value := range f.Values {
			t.Run(f.Name+"/"+value, func(t *testing.T) {
				t.Parallel()
				tw := newTown(t, sandbox.Options{Service: sandbox.Service{Values: map[string]string{f.Name: value}, Wording: 1}}, change{})
				want := Freedom{f.Name, value}
				if f.Name == "text of denials" {
					texts := map[string]string{"names the thing": "No se encuentra la placa", "says only error": "Ha ocurrido un error"}
					want.Value = texts[value]
				}
				got := tw.probe(reading...)
				if !slices.Contains(got.Freedoms, want) && want.Value != "" || len(got.Freedoms) != len(seen) {
					t.Errorf("got %v\nwanted %v, and %d freedoms", got.Freedoms, want, len(seen))
				}
			})
		}
	}
}
