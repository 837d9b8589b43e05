package main

import (
	"testing"
)

// Terraform starts the program without arguments; what is neither a flag nor a subcommand
// is a mistake of somebody who typed it.
func TestSubcommand(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args   []string
		chosen bool
		err    string
	}{
		"Terraform": {nil, false, ""},
		"flag":      {[]string{"-debug"}, false, ""},
		"probe":     {[]string{"probe", "-h"}, true, ""},
		"mistyped":  {[]string{"probbe", "-h"}, false, `unknown command "probbe"; the commands are export, probe, sandbox, and -h explains them`},
		"empty":     {[]string{""}, false, `unknown command ""; the commands are export, probe, sandbox, and -h explains them`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chosen, err := subcommand(test.args)
			said := ""
			if err != nil {
				said = err.Error()
			}
			if (chosen != nil) != test.chosen || said != test.err {
				t.Errorf("chosen: %t, error: %s", chosen != nil, said)
			}
		})
	}
}
