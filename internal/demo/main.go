// Command demo shows a newcomer what the provider does, from an empty folder to an adopted fleet, with Terraform itself
// and the embedded sandbox: no service and no credential are needed. Run it with `make demo`.
//
// It is a test as well: every step says what it expects, and the first expectation that fails ends it with exit code 1.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// Ctrl-C asks the running Terraform to stop; after it the next Ctrl-C ends this program at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "\ndemo: %v\n", err)
		os.Exit(1)
	}
}
