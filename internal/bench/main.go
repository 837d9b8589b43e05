// Command bench measures what fleets cost with the provider. It takes them through Terraform against the embedded sandbox,
// which answers as slowly as it is told to, and prints for each command the time beside the latency that cannot be avoided.
// Run it with `make bench`, or `make bench LONG=1` for the large fleets.
//
// The results are kept in internal/bench: results.json, and its table results.txt.
// Each run replaces the fleets that it measured.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	long := flag.Bool("long", false, "measure the large fleets as well")
	only := flag.String("only", "", "measure the fleets whose name matches the `pattern` alone, such as ^flota-10000-p64$")
	flag.Parse()
	err := bench(ctx, *long, *only)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\nbench: %v\n", err)
		os.Exit(1)
	}
}

// bench measures fleets one after the other and keeps the result of each.
func bench(ctx context.Context, long bool, only string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	root, err := workbench.Root(ctx)
	if err != nil {
		return err
	}
	all, err := kept(root)
	if err != nil {
		return err
	}
	b, err := prepare(ctx, root, filepath.Join(root, "build", "bench"), os.Stdout)
	if err != nil {
		return err
	}
	measured := 0
	for _, f := range fleets(long) {
		if !pattern.MatchString(f.String()) {
			continue
		}
		r, err := b.measure(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		fmt.Print("\n", table([]result{r}), "\n")
		all = replace(all, r)
		if err := write(root, all); err != nil {
			return err
		}
		measured++
	}
	if measured == 0 {
		return fmt.Errorf("no fleet matches %q; there are %v", only, fleets(long))
	}
	return nil
}
