// Command terraform-provider-parking is the Terraform provider of the parking
// service. Terraform starts it; its subcommands are for people.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/parking-provider/terraform-provider-parking/internal/export"
	"github.com/parking-provider/terraform-provider-parking/internal/probe"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// version is set when a release is built.
var version = "dev"

// gcPercent lets the heap grow to five times what is in use before it is collected.
// A call leaves far more behind than the provider keeps, which are a few megabytes,
// so at Go's 100 a quarter of all that it cost was collecting.
// Beyond memoryLimit, which only fleets of many thousands of vehicles come near, it is
// collected as often as it takes.
const (
	gcPercent   = 400
	memoryLimit = 512 << 20
)

func main() {
	if len(os.Args) > 1 && subcommands[os.Args[1]] != nil {
		os.Exit(untilInterrupted(subcommands[os.Args[1]]))
	}
	debugging := flag.Bool("debug", false, "serve for a debugger such as delve and print how to attach Terraform")
	showVersion := flag.Bool("version", false, "print the version")
	flag.Usage = usage
	flag.Parse()
	if *showVersion {
		fmt.Println("terraform-provider-parking", version)
		return
	}
	if !*debugging {
		provider.LimitLogs()
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	var options []tf6server.ServeOpt
	if *debugging {
		options = append(options, tf6server.WithManagedDebug())
	}
	err := tf6server.Serve(provider.Address, func() tfprotov6.ProviderServer { return provider.NewServer(version) }, options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "terraform-provider-parking:", err)
		os.Exit(1)
	}
}

// subcommands are what the program does for people, with the arguments that follow, and the exit code.
var subcommands = map[string]func(ctx context.Context, args []string) int{
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
func untilInterrupted(run func(ctx context.Context, args []string) int) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[2:])
}

func usage() {
	fmt.Fprintf(os.Stderr, `terraform-provider-parking %s

Terraform starts this program; you need not. By hand:

  terraform-provider-parking export -h    write an existing fleet as configuration with import blocks
  terraform-provider-parking probe -h     look which assumptions of the provider hold on a live service
  terraform-provider-parking sandbox -h   serve an embedded parking service over HTTP
  terraform-provider-parking -debug       serve the provider for a debugger
  terraform-provider-parking -version     print the version
`, version)
}
