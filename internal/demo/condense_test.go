package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestCondenser(t *testing.T) {
	t.Parallel()
	entry := func(address, what string) string {
		return fmt.Sprintf("\n  # %s will be %s\n  + resource \"x\" \"y\" {\n      + timeouts {\n        }\n    }\n", address, what)
	}
	box := func(text string) string { return "╷\n│ " + text + "\n│ \n│ Detail.\n╵\n" }
	tests := map[string]struct{ text, want string }{
		"ordinary text is left alone": {
			text: "Initializing...\n\n- one\nno line end",
			want: "Initializing...\n\n- one\nno line end\n",
		},
		"blank lines are not piled up": {
			text: "\none\n\n\n\ntwo\n",
			want: "one\n\ntwo\n",
		},
		"progress becomes a line per type and phase": {
			text: `parking_placa.flota["A.1"]: Creating...` + "\n" +
				`module.m["x.y"].parking_placa.flota["B 2"]: Creating...` + "\n" +
				`data.parking_tipo_vehiculo.coche: Reading...` + "\n" +
				`data.parking_tipo_vehiculo.coche: Read complete after 0s [id=1]` + "\n" +
				`parking_placa.flota["A.1"]: Still creating... [00m10s elapsed]` + "\n" +
				`parking_placa.flota["A.1"]: Creation complete after 0s` + "\n" +
				`module.m["x.y"].parking_placa.flota["B 2"]: Creation complete after 0s` + "\n" +
				`parking_placa.flota[0]: Modifications complete after 0s` + "\n\nApply complete!\n",
			want: "(1 data.parking_tipo_vehiculo read)\n(2 parking_placa created)\n(1 parking_placa changed)\n\nApply complete!\n",
		},
		"every error is shown": {
			text: "parking_placa.a: Destruction complete after 1s\n" + box("Error: no") + box("Error: no") + "end\n",
			want: box("Error: no") + box("Error: no") + "\n(1 parking_placa destroyed)\n\nend\n",
		},
		"alike warnings are counted": {
			text: box("Warning: A") + box("Warning: B") + box("Warning: A") + box("Warning: A") + box("Warning: B") + box("Warning: A") + box("Error: no") + box("Warning: Known") + "\nDone.\n",
			want: box("Warning: A") + box("Warning: B") + box("Error: no") + "\n" +
				"(3 more with the warning: A)\n(1 more with the warning: B)\n(1 more with the warning: Known)\n\nDone.\n",
		},
		"alike plan entries are counted": {
			text: "Plan follows:\n" + entry("parking_cliente.c", "created") + entry(`parking_placa.f["A"]`, "created") + entry(`parking_placa.f["B"]`, "created") +
				entry(`parking_placa.f["C C"]`, "created") + entry(`parking_placa.f["D"]`, "created") + entry(`parking_placa.f["E"]`, "updated in-place") + "\nPlan: 6\n",
			want: "Plan follows:\n" + entry("parking_cliente.c", "created") + entry(`parking_placa.f["A"]`, "created") +
				"\n(3 more of parking_placa that will be created)\n" + entry(`parking_placa.f["E"]`, "updated in-place") + "\nPlan: 6\n",
		},
		"left out at the end": {
			text: entry("p.a", "created") + entry("p.b", "created") + entry("p.c", "created"),
			want: strings.TrimPrefix(entry("p.a", "created"), "\n") + "\n(2 more of p that will be created)\n\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := condense(t, test.text, false); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestCondenserColours(t *testing.T) {
	t.Parallel()
	const text = "\x1b[0m\x1b[1mparking_placa.a: Creating...\x1b[0m\n\x1b[1mparking_placa.a: Creation complete after 0s\x1b[0m\n" +
		"\x1b[33m╷\x1b[0m\n\x1b[33m│\x1b[0m \x1b[1mWarning: \x1b[0mKnown\n\x1b[33m╵\x1b[0m\n\x1b[32mdone\x1b[0m\n"
	const want = "(1 parking_placa created)\n(1 more with the warning: Known)\n\n"
	if got := condense(t, text, true); got != want+"\x1b[32mdone\x1b[0m\n" {
		t.Errorf("on a terminal: %q", got)
	}
	if got := condense(t, text, false); got != want+"done\n" {
		t.Errorf("elsewhere: %q", got)
	}
}

// condense passes text through a condenser byte by byte, as a pipe cuts anywhere. The warning Known was shown already.
func condense(t *testing.T, text string, colour bool) string {
	t.Helper()
	var got strings.Builder
	c := newCondenser(&got, colour, map[string]bool{"Known": true})
	for i := range len(text) {
		if _, err := c.Write([]byte{text[i]}); err != nil {
			t.Fatal(err)
		}
	}
	c.flush()
	return got.String()
}
