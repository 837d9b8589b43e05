// Command terraform-provider-parking is the Terraform provider of the parking service. Terraform starts it; its
// subcommands are for people.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/export"
	"github.com/parking-provider/terraform-provider-parking/internal/probe"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// version is set when a release is built.
var version = "dev"

func main() {
	// Libraries log what they met here, and mask nothing: net/http quotes bytes that follow an answer.
	log.SetOutput(io.Discard)
	if chosen, err := subcommand(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "terraform-provider-parking:", err)
		os.Exit(exitUsage)
	} else if chosen != nil {
		os.Exit(untilInterrupted(chosen))
	}
	debugging := flag.Bool("debug", false, "serve for a debugger such as delve and print how to attach Terraform")
	showVersion := flag.Bool("version", false, "print the version")
	flag.Usage = usage
	flag.Parse()
	if *showVersion {
		fmt.Println("terraform-provider-parking", version)
		return
	}
	limitMemory(os.Getenv)
	var options []tf6server.ServeOpt
	if *debugging {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		provider.LimitLogs()
	}
	err := tf6server.Serve(provider.Address, func() tfprotov6.ProviderServer {
		return provider.NewServer(&provider.Provider{Version: version, Areas: areas.All, Getenv: os.Getenv})
	}, options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "terraform-provider-parking:", err)
		os.Exit(1)
	}
}

// exitUsage is the exit code for a mistake in the arguments, here and in every subcommand.
const exitUsage = 2

// run is a subcommand.
type run = func(ctx context.Context, args []string) int

// subcommand gives the one that the first argument names, or nil where that is a flag or there is none, as Terraform
// starts the program.
func subcommand(args []string) (run, error) {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil, nil
	}
	if chosen := subcommands[args[0]]; chosen != nil {
		return chosen, nil
	}
	names := strings.Join(slices.Sorted(maps.Keys(subcommands)), ", ")
	return nil, fmt.Errorf("unknown command %q; the commands are %s, and -h explains them", args[0], names)
}

// subcommands are what the program does for people, with the arguments that follow, and the exit code.
var subcommands = map[string]run{
	"export": func(ctx context.Context, args []string) int {
		return export.Main(ctx, args, version, os.Getenv, os.Stdout, os.Stderr)
	},
	"probe": func(ctx context.Context, args []string) int {
		return probe.Main(ctx, args, version, os.Getenv, os.Stdout, os.Stderr)
	},
	"sandbox": func(ctx context.Context, args []string) int {
		return sandbox.Main(ctx, args, os.Stdout, os.Stderr)
	},
}

// untilInterrupted runs a subcommand, whose context ends with Ctrl-C.
func untilInterrupted(chosen run) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return chosen(ctx, os.Args[2:])
}

func usage() {
	fmt.Fprintf(os.Stderr, `terraform-provider-parking %s

Terraform starts this program. To start it by hand:

  terraform-provider-parking export -h    write an existing fleet as configuration with import blocks
  terraform-provider-parking probe -h     check which assumptions of the provider hold on a live service
  terraform-provider-parking sandbox -h   serve an embedded parking service over HTTP
  terraform-provider-parking -debug       serve the provider for a debugger
  terraform-provider-parking -version     print the version
`, version)
}
