// Package probe looks whether the assumptions by which the provider sends something, and the documented behaviours that it rests
// on, hold on a live service. It writes only with -write, with a client and a plate that are named for it.
package probe

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// Exit codes of Main.
const (
	exitHolds   = 0
	exitDiffers = 1
	exitNothing = 2
)

type options struct {
	baseURL        string
	asJSON, write  bool
	cliente, tramo int64 // 0 when not given
	placa, email   string
	endpoints      map[string]string
}

// given tells which of the flags are there that claims need.
func (o options) given() map[string]bool {
	return map[string]bool{"-cliente": o.cliente != 0, "-placa": o.placa != "", "-tramo": o.tramo != 0, "-write": o.write}
}

// Main runs the probe as a command. args are the arguments after the command's name, version is the provider's own. It
// returns the exit code: 0 when all that was checked holds, 1 when something differs, 2 when nothing could be found out
// or args are wrong.
func Main(ctx context.Context, args []string, version string, getenv func(string) string, stdout, stderr io.Writer) int {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(stderr, "probe: "+format+"\n", values...) }
	o, err := parseArgs(args, stderr)
	nothing := func(format string, err error) int {
		say(format, err)
		if o.asJSON {
			_ = encode(stdout, Failure{Error: err.Error()}) // which stderr tells as well
		}
		return exitNothing
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitHolds
	case err != nil:
		return nothing("%v; probe -h explains the flags", err)
	}
	p := newProbe(o, version, getenv, say)
	if err := p.run(ctx); err != nil {
		return nothing("%v", err)
	}
	if o.asJSON {
		err = encode(stdout, p.report())
	} else {
		err = p.report().table(stdout)
	}
	switch {
	case err != nil:
		say("the result could not be written: %v", err)
		return exitNothing
	case p.any(Differs):
		return exitDiffers
	}
	return exitHolds
}

func parseArgs(args []string, stderr io.Writer) (options, error) {
	o := options{endpoints: map[string]string{}}
	flags := flag.NewFlagSet("probe", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // flag's own errors show values, which may be personal data
	flags.Usage = func() {
		_, _ = fmt.Fprintf(stderr, usage, strings.Join(provider.EndpointNames(), ", "))
	}
	flags.StringVar(&o.baseURL, "base-url", "", "")
	flags.BoolVar(&o.asJSON, "json", false, "")
	flags.StringVar(&o.placa, "placa", "", "")
	flags.StringVar(&o.email, "email", "", "")
	flags.BoolVar(&o.write, "write", false, "")
	flags.Int64Var(&o.cliente, "cliente", 0, "")
	flags.Int64Var(&o.tramo, "tramo", 0, "")
	flags.Func("endpoint", "", func(text string) error {
		name, path, found := strings.Cut(text, "=")
		if !found {
			return errors.New("must have the form name=/path, for example sanciones=/external/sanciones")
		}
		o.endpoints[name] = path
		return nil
	})
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return o, err
	case err != nil:
		return o, errors.New(quoted.ReplaceAllLiteralString(err.Error(), ""))
	}
	return o, o.check(flags.NArg())
}

// quoted matches a value in an error of flag.
var quoted = regexp.MustCompile(` "(?:[^"\\]|\\.)*"`)

func (o options) check(arguments int) error {
	switch {
	case arguments > 0:
		return errors.New("there is an argument that belongs to no flag")
	case o.cliente < 0, o.tramo < 0:
		return errors.New("-cliente and -tramo must be 1 or more")
	case !o.write && (o.placa != "" || o.tramo != 0):
		return errors.New("-placa and -tramo are for what -write writes")
	case o.write && (o.cliente == 0 || o.placa == ""):
		return errors.New("-write needs -cliente and -placa: the test client to write for, and a plate that nobody has")
	}
	return nil
}

const usage = `terraform-provider-parking probe [-base-url URL] [flags]

Looks which assumptions of the provider (A1, A2, ...) and which documented behaviours
(D8, D18, ...) hold on a live parking service, and how it answers where its interface is
silent. Credential and other settings are those of
the provider's environment variables (PARKING_CREDENTIAL, PARKING_CA_CERT_FILE, ...). It
only reads, unless -write is given.

  -base-url URL    root of the service; PARKING_BASE_URL when it is left out
  -json            print JSON instead of a table; {"error": ...} with exit code 2

What to read with; without one, what needs it is not checked:

  -cliente ID      a client with vehicles, more than 15 at best
  -email ADDRESS   a client, to read by its address; otherwise the credential's own
  -endpoint N=PATH path of an operation that the documentation does not publish, repeatable;
                   N is one of %s

What to write, which stays on the service for good where it has no delete:

  -write           register the plate -placa, which nobody may have, link it to the test
                   client -cliente, and with -tramo save a favourite and delete it again.
                   What will stay is said before anything is written
  -placa PLATE     a plate that nobody has
  -tramo ID        a section

Exit codes: 0 when all that was checked holds, 1 when something differs, 2 when nothing
could be found out, or for a mistake in the arguments.
`
