// Command bench measures what fleets cost with the provider: it takes them through Terraform against the embedded
// sandbox, which answers as slowly as it is told to, and prints for each phase the requests, the time and the memory
// beside what cannot be avoided, which is the latency of the service and Terraform's own cost. Run it with `make
// bench`, or `make bench LONG=1` for the large fleets.
//
// It fails if a fleet or a failing service costs more than the bars in result.go and failure.go.
//
// What it measured is kept in internal/bench: results.json, its table results.txt, and results.svg, the plot of README and
// guide. Each run replaces the scenarios that it measured. With -draw nothing is measured, and table and plot are made anew.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func main() {
	if provider := os.Getenv(providerVariable); provider != "" {
		os.Exit(standIn(provider))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	long := flag.Bool("long", false, "measure the large fleets as well")
	only := flag.String("only", "", "measure the scenarios whose name matches the `pattern` alone, such as ^flota-10000-p64$")
	drawn := flag.Bool("draw", false, "measure nothing, and write table and plot anew from what was measured")
	flag.Parse()
	measure := func() error { return bench(ctx, *long, *only, os.Stdout) }
	if *drawn {
		measure = func() error { return redraw(ctx) }
	}
	err := measure()
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\nbench: %v\n", err)
		os.Exit(1)
	}
}

// redraw writes table and plot anew.
func redraw(ctx context.Context) error {
	root, err := workbench.Root(ctx)
	if err != nil {
		return err
	}
	all, err := kept(root)
	if err != nil {
		return err
	}
	return write(root, all)
}

// bench measures scenarios one after the other and keeps what it found after each.
func bench(ctx context.Context, long bool, only string, out io.Writer) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	root, err := workbench.Root(ctx)
	if err != nil {
		return err
	}
	b, err := prepare(ctx, root, filepath.Join(root, "build", "bench"), out)
	if err != nil {
		return err
	}
	measured, missed := 0, []string(nil)
	for _, s := range scenarios(long) {
		if !pattern.MatchString(s.String()) {
			continue
		}
		r, err := b.measure(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		_, _ = fmt.Fprint(out, "\n", r)
		all, err := keep(root, r)
		if err != nil {
			return err
		}
		measured++
		missed = append(missed, r.missed(all)...)
	}
	if measured == 0 {
		return fmt.Errorf("no scenario matches %q; there are %v", only, scenarios(long))
	}
	if len(missed) > 0 {
		return fmt.Errorf("bars missed:\n%s", strings.Join(missed, "\n"))
	}
	return nil
}

// prepare makes the folder to work in, builds the provider and puts this program into its place.
func prepare(ctx context.Context, root, folder string, out io.Writer) (*workplace, error) {
	b := &workplace{folder: folder, out: out}
	if err := os.RemoveAll(folder); err != nil {
		return nil, fmt.Errorf("removing the previous run: %w", err)
	}
	if err := os.MkdirAll(b.used(), 0o750); err != nil {
		return nil, err
	}
	var err error
	if b.terraform, err = program.Running(); err != nil {
		return nil, err
	}
	_, _ = fmt.Fprintf(out, "%s: %s\n", b.terraform, program.Path())
	if err := workbench.Build(ctx, root, b.provider()); err != nil {
		return nil, err
	}
	if err := workbench.WriteCLIConfig(b.cliConfig(), b.mirror()); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if err := copyProgram(self, workbench.Provider(b.mirror())); err != nil {
		return nil, err
	}
	return b, workbench.ForOpenTofu(b.mirror())
}

func copyProgram(from, to string) error {
	program, err := os.ReadFile(from) //nolint:gosec // G304: this program itself.
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o750); err != nil {
		return err
	}
	return os.WriteFile(to, program, 0o700) //nolint:gosec // G306: it is to be run.
}
