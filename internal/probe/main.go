// Package probe checks which assumptions of the provider hold on a live service, and shows how it answers where its interface is
// silent.
// It only reads. With -write it also registers a plate again that is registered, with the values that it has.
package probe

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
)

// Exit codes of Main.
const exitHolds, exitDiffers, exitNothing = 0, 1, 2

type options struct {
	baseURL      string
	write        bool
	cliente      int64 // 0 when not given
	placa, email string
}

// Main runs the probe as a command. args are the arguments after the command's name, version is the provider's own. It
// returns the exit code: 0 when all that was checked holds, 1 when something differs, 2 when nothing could be found out
// or args are wrong.
func Main(ctx context.Context, args []string, version string, getenv func(string) string, stdout, stderr io.Writer) int {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(stderr, "probe: "+format+"\n", values...) }
	o, err := parseArgs(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitHolds
	case err != nil:
		say("%v; probe -h explains the flags", err)
		return exitNothing
	}
	p := &probe{options: o, getenv: getenv, version: version, say: say}
	if err := p.run(ctx); err != nil {
		say("%v", err)
		return exitNothing
	}
	if err := p.table(stdout); err != nil {
		say("the result could not be written: %v", err)
		return exitNothing
	}
	if p.count(Differs) > 0 {
		return exitDiffers
	}
	return exitHolds
}

func parseArgs(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("probe", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // flag's own errors show values, which may be personal data
	flags.Usage = func() { _, _ = fmt.Fprint(stderr, usage) }
	flags.StringVar(&o.baseURL, "base-url", "", "")
	flags.StringVar(&o.placa, "placa", "", "")
	flags.StringVar(&o.email, "email", "", "")
	flags.BoolVar(&o.write, "write", false, "")
	flags.Int64Var(&o.cliente, "cliente", 0, "")
	err = flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		err = errors.New(quoted.ReplaceAllLiteralString(err.Error(), ""))
	case flags.NArg() > 0:
		err = errors.New("there is an argument that belongs to no flag")
	case o.cliente < 0:
		err = errors.New("-cliente must be 1 or more")
	case o.write != (o.placa != ""):
		err = errors.New("-write and -placa need each other: a plate that is registered already is registered again")
	}
	return o, err
}

// quoted matches a value in an error of flag.
var quoted = regexp.MustCompile(` "(?:[^"\\]|\\.)*"`)

const usage = `terraform-provider-parking probe [-base-url URL] [flags]

Checks which assumptions of the provider (A1, A2, ...) hold on a live parking service, and
shows how it answers where its interface is silent. The credential and other settings are
those of the provider's environment variables (PARKING_CREDENTIAL, PARKING_CA_CERT_FILE,
...). It only reads, unless -write is given.

  -base-url URL    root of the service; defaults to PARKING_BASE_URL

What to read with; without one, what needs it is not checked:

  -cliente ID      a client with more than 15 vehicles
  -email ADDRESS   a client, to read by its address; defaults to the credential's own

What to write:

  -write           register the plate of -placa again, with the values that it has. The
                   service should refuse that. One that accepts it may reset marca, modelo,
                   color and sancionable, which a registration cannot say
  -placa PLATE     a plate that is registered already and not exempt

Exit codes: 0 when all that was checked holds, 1 when something differs, 2 when nothing
could be found out, or for a mistake in the arguments.
`
