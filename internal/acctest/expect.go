package acctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Expect fails the test unless the texts have these heads, in this order: the attribute that each is about, if it is
// about one, and the whole summary, as "pago: Invalid value". What follows it stands in the golden file.
func Expect(t testing.TB, what string, texts []string, heads ...string) {
	t.Helper()
	got := make([]string, len(texts))
	for i, text := range texts {
		got[i], _, _ = strings.Cut(text, "\n")
	}
	if !slices.Equal(got, heads) {
		t.Errorf("%s: got\n  %q\nwanted\n  %q\nin full:\n%s", what, got, heads, strings.Join(texts, "\n\n"))
	}
}

// Must ends the test where there is an error.
func Must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Each runs a parallel subtest for every case of a table.
func Each[C any](t *testing.T, cases map[string]C, test func(*testing.T, C)) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

// EachOf is Each for some values, which are their names.
func EachOf[C any](t *testing.T, cases []C, test func(*testing.T, C)) {
	t.Helper()
	named := map[string]C{}
	for _, c := range cases {
		named[fmt.Sprint(c)] = c
	}
	Each(t, named, test)
}

// ExpectSays fails the test unless a text has all of these parts.
func ExpectSays(t testing.TB, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s does not say\n%s\nbut\n%.20000s", what, part, text)
		}
	}
}

// NoErrors fails the test if the provider gave an error.
func NoErrors(t testing.TB, what string, r Result) {
	t.Helper()
	if errs := r.Errors(); len(errs) > 0 {
		t.Fatalf("%s: got errors\n%s\nwanted none", what, strings.Join(errs, "\n\n"))
	}
}

// NoMessages fails the test if the provider gave an error or a warning.
func NoMessages(t testing.TB, what string, r Result) {
	t.Helper()
	if said := append(r.Errors(), r.Warnings()...); len(said) > 0 {
		t.Fatalf("%s: got messages\n%s\nwanted none", what, strings.Join(said, "\n\n"))
	}
}

// ExpectState fails the test unless a call gave neither errors nor warnings, and a state in which these attributes
// have these values; nil wants none.
func ExpectState(t testing.TB, what string, r Result, want Values) {
	t.Helper()
	NoMessages(t, what, r)
	ExpectHeld(t, what, r, want)
}

// ExpectWarned is ExpectState of a call that may have warned; Expect compares its warnings.
func ExpectWarned(t testing.TB, what string, r Result, want Values) {
	t.Helper()
	NoErrors(t, what, r)
	ExpectHeld(t, what, r, want)
}

// ExpectHeld is ExpectState of a call that may have failed; Expect compares its errors.
func ExpectHeld(t testing.TB, what string, r Result, want Values) {
	t.Helper()
	if r.State == nil || want == nil {
		ExpectSame(t, what, r.State, want)
		return
	}
	held := Values{}
	for attribute := range want {
		held[attribute] = r.State[attribute]
	}
	ExpectSame(t, what, held, want)
}

// ExpectWhole is ExpectState of every attribute.
func ExpectWhole(t testing.TB, what string, r Result, want Values) {
	t.Helper()
	NoMessages(t, what, r)
	ExpectSame(t, what, r.State, want)
}

// ExpectRefused fails the test unless a call gave errors with these heads, and no state.
func ExpectRefused(t testing.TB, what string, r Result, heads ...string) {
	t.Helper()
	Expect(t, what, r.Errors(), heads...)
	ExpectHeld(t, what, r, nil)
}

// ExpectInPlace fails the test unless a fleet was written without a message, and has all its vehicles in place, these among them.
func ExpectInPlace(t testing.TB, what string, r Result, placas ...string) {
	t.Helper()
	ExpectState(t, what, r, Values{"pendientes": Values{}})
	for _, placa := range placas {
		if r.Entry("vehiculo_ids", placa) == nil {
			t.Errorf("%s: got no identifier of %s, wanted one, in the state %v", what, placa, r.State)
		}
	}
}

// ExpectPlanned fails the test unless a plan gave no error, and exactly these attributes force replacement. Only a
// replacement may warn.
func ExpectPlanned(t testing.TB, what string, planned *tfprotov6.PlanResourceChangeResponse, replaced ...string) {
	t.Helper()
	if said := (Result{Diags: planned.Diagnostics}); len(replaced) > 0 {
		NoErrors(t, what, said)
	} else {
		NoMessages(t, what, said)
	}
	var got []string
	for _, attribute := range planned.RequiresReplace {
		got = append(got, pathOf(attribute))
	}
	if !slices.Equal(got, replaced) {
		t.Errorf("%s: got replacement because of %q, wanted %q", what, got, replaced)
	}
}

// ExpectSame fails the test unless two states are the same.
func ExpectSame(t testing.TB, what string, got, want Values) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: wanted (-) and got (+) differ\n%s", what, diff)
	}
}

// ExpectCount fails the test unless a query of the service's data selects this number.
func (w *Server) ExpectCount(want int, query string, args ...any) {
	w.T.Helper()
	if got := w.Count(query, args...); got != want {
		w.T.Errorf("got %d, wanted %d, of %s %v", got, want, query, args)
	}
}
