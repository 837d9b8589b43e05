// Command bench measures what fleets cost with the provider. It takes them through Terraform against the embedded sandbox,
// which answers as slowly as it is told to, and prints for each command the time beside the latency that cannot be avoided.
// Run it with `make bench`, or `make bench LONG=1` for the large fleets, whose table is kept in results.txt.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	long := flag.Bool("long", false, "measure the large fleets as well")
	only := flag.String("only", "", "measure the fleets whose name matches the `pattern` alone, such as ^flota-10000-p64$")
	flag.Parse()
	err := bench(ctx, fleets(*long), *only)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\nbench: %v\n", err)
		os.Exit(1)
	}
}

// bench measures the fleets of such a name, one after the other.
func bench(ctx context.Context, all []fleet, name string) error {
	pattern, err := regexp.Compile(name)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(f fleet) bool { return !pattern.MatchString(f.String()) })
	if len(chosen) == 0 {
		return fmt.Errorf("no fleet matches %q; there are %v", name, all)
	}
	b, err := prepare(ctx, ".", filepath.Join("build", "bench")) // make runs it at the root
	if err != nil {
		return err
	}
	fmt.Printf(legend, placaLatency, vehiculoLatency, otherLatency, clients)
	fmt.Printf(columns, "vehicles", "as", "-parallelism", "", "wall", "wire", "times", "floor", "requests")
	for _, f := range chosen {
		rows, err := b.measure(ctx, f)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for _, r := range rows {
			times := fmt.Sprintf("%.2f", r.wall.Seconds()/r.wire.Seconds())
			fmt.Printf(columns, f.vehicles, f.kind, f.parallelism, r.command,
				seconds(r.wall), seconds(r.wire), times, seconds(r.floor), r.requests)
		}
	}
	return nil
}

const legend = `Latency of the service: plates %v, registering a vehicle %v, all else %v. %d clients.
wall: the command's time. wire: the latency that cannot be avoided. times: wall / wire. floor: Terraform alone, with as many
free resources. flota is a parking_flota for each client, single a parking_placa and a parking_vehiculo for each vehicle, scale a
parking_flota for every 10,000, at a tenth of the latency and without a floor.

`

const columns = "%10v%8v%14v%19v%9v%8v%7v%9v%10v\n"

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }
