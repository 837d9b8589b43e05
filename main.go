// Command terraform-provider-parking is the Terraform provider of the parking service. Terraform starts it; its
// subcommands are for people.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
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
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		os.Exit(subcommand(os.Args[1], os.Args[2:]))
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

// subcommand does what the program does for people, until Ctrl-C, and gives the exit code.
func subcommand(name string, args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch name {
	case "export":
		return export.Main(ctx, args, version, os.Getenv, os.Stdout, os.Stderr)
	case "probe":
		return probe.Main(ctx, args, version, os.Getenv, os.Stdout, os.Stderr)
	case "sandbox":
		return sandbox.Main(ctx, args, os.Stdout, os.Stderr)
	}
	const unknown = "terraform-provider-parking: unknown command %q; the commands are export, probe, sandbox, and -h explains them\n"
	fmt.Fprintf(os.Stderr, unknown, name)
	return 2 // a mistake in the arguments, as in every subcommand
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
