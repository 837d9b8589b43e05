// Package export writes what a client has on the service as configuration with import blocks, which any Terraform since
// 1.5 and any OpenTofu since 1.6 takes over without writing to the service.
package export

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

// Exit codes of Main.
const exitOK, exitFailure, exitUsage = 0, 1, 2

type options struct {
	clienteID int64
	flota     bool
	csv       bool   // fleets keep their vehicles in CSV files
	folder    string // "" is standard output
}

// Main runs the export as a command. args are the arguments after the command's name, version is the provider's own,
// and the service is the one that the provider's environment variables name. It returns the exit code: 0; 1 where
// something is not in what was written, or nothing was written; 2 for a mistake in args.
func Main(ctx context.Context, args []string, version string, getenv func(string) string, stdout, stderr io.Writer) int {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(stderr, "export: "+format+"\n", values...) }
	o, err := parseArgs(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = fmt.Fprintf(stderr, usage, flota.Max)
		return exitOK
	case err != nil:
		say("%v; export -h explains the flags", err)
		return exitUsage
	}
	complete, err := run(ctx, o, version, getenv, stdout, say)
	if err != nil {
		say("%v", err)
		say("nothing was written")
	}
	if err != nil || !complete {
		return exitFailure
	}
	return exitOK
}

// parseArgs reads the flags. Its errors leave out what was given for them: an e-mail address is soon in the wrong
// place.
func parseArgs(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Main says what is wrong
	cliente := flags.String("cliente", "", "")
	flags.BoolVar(&o.flota, "flota", false, "")
	flags.BoolVar(&o.csv, "csv", false, "")
	flags.StringVar(&o.folder, "out", "", "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	id, err := strconv.ParseInt(*cliente, 10, 64)
	switch {
	case flags.NArg() > 0:
		return o, errors.New("there is an argument that belongs to no flag")
	case *cliente == "":
		return o, errors.New("-cliente is missing: the identifier of the client, for example -cliente 12")
	case err != nil || id < 1:
		return o, errors.New("-cliente is the identifier of the client, a whole number of 1 or more, for example -cliente 12")
	case o.csv && o.folder == "":
		return o, errors.New("-csv writes a file of its own, and needs -out")
	}
	o.clienteID, o.flota = id, o.flota || o.csv
	return o, nil
}

const usage = `terraform-provider-parking export -cliente ID [-flota | -csv] [-out DIR]

Writes the vehicles and favourites that a client has on the service as configuration
with import blocks. Applying it imports them, writes nothing to the service, and ends
in an empty plan. The service is the one of the provider's environment variables
(PARKING_BASE_URL, PARKING_CREDENTIAL, ...). It is only read.

  -cliente ID      identifier of the client
  -flota           write a parking_flota for up to %d vehicles, instead of a
                   parking_placa and a parking_vehiculo for each vehicle
  -csv             write a parking_flota, and its vehicles into cliente_ID.csv, which a
                   spreadsheet opens and the function flota_csv reads. Needs -out, and
                   Terraform 1.8 or OpenTofu 1.8
  -out DIR         write cliente_ID.tf and cliente_ID_import.tf into this folder, and
                   versions.tf if it has no other configuration. Without it everything
                   except versions.tf goes to standard output

Standard error says what the plan must say: so many to import, 0 to add, 0 to change,
0 to destroy. Omitted, with the reason there, are:

  a vehicle        whose plate cannot be read, is not registered or has no letter or
                   digit, or whose type the service does not show
  a favourite      without an identifier, or without zone, section and space; or all of
                   them, if their list cannot be read

Of several links of one plate, the one with the lowest identifier is imported. With
-csv, a vehicle with a tab, a line break or a formula within its name or plate is
written as parking_placa and parking_vehiculo.

Exit codes: 0 if everything was written; 1 if something was omitted, or nothing was
written; 2 for a mistake in the arguments.
`

// run reads, writes and tells what came of it. complete is false when something was left out.
func run(
	ctx context.Context, o options, version string, getenv func(string) string, stdout io.Writer, say func(string, ...any),
) (complete bool, err error) {
	target, err := newTarget(o)
	if err != nil {
		return false, err
	}
	config := parking.Config{UserAgent: fmt.Sprintf("terraform-provider-parking/%s export", version)}
	service, err := provider.Connect(ctx, provider.Settings{}, getenv, config)
	for _, warning := range service.Warnings {
		say("%s", warning)
	}
	if err != nil {
		return false, err
	}
	r := reader{client: service.Client, clienteID: o.clienteID, say: say}
	found, err := r.read(ctx)
	if err != nil {
		return false, err
	}
	text := render(found, o)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	written, err := target.write(text, stdout)
	if err != nil {
		return false, err
	}
	for _, n := range found.leftOut {
		say("LEFT OUT: %s", n)
	}
	say("client %d: %s and %s as %s; %d left out", o.clienteID, counted(len(found.vehiculos), "vehicle"),
		counted(len(found.favoritas), "favourite"), counted(text.imports, "resource"), len(found.leftOut))
	if len(written) > 0 {
		say("written to %s: %s", o.folder, strings.Join(written, ", "))
	}
	if len(written) > 0 && !target.versions {
		say("no versions.tf was written to %s, which has configuration: its required_providers must have parking = { source = %q }",
			o.folder, source)
	}
	say("terraform plan must say: Plan: %d to import, 0 to add, 0 to change, 0 to destroy", text.imports)
	return len(found.leftOut) == 0, nil
}
