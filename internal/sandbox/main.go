package sandbox

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Exit codes of Main.
const exitOK, exitFailure, exitUsage = 0, 1, 2

// shutdownWait is how long Main lets requests in flight finish.
const shutdownWait = 10 * time.Second

// Main runs the sandbox as a command until ctx ends: it listens on a loopback address, prints where, and on the end of
// ctx finishes the requests in flight and closes the database. args are the arguments after the command's name. It
// returns the exit code: 0, 1 for a failure, 2 for a mistake in args.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	options, listen, err := parseArgs(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "sandbox: %v\n", err)
		return exitUsage
	}
	if err := serve(ctx, options, listen, stdout); err != nil {
		_, _ = fmt.Fprintf(stderr, "sandbox: %v\n", err)
		return exitFailure
	}
	return exitOK
}

func parseArgs(args []string, stderr io.Writer) (o Options, listen string, err error) {
	flags := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&listen, "listen", "127.0.0.1:8080", "loopback `address` to listen on; port 0 takes a free one")
	flags.StringVar(&o.Database, "database", "", "SQLite `file` for the data; without it, the data ends with the program")
	latency := flags.String("latency", "", "response times: `key=duration,...`, such as placa=2s,default=50ms")
	fault := flags.String("fault", "", "failures: `key=kind[@when][:rate][xTimes],...`, such as registrar_placa=drop@after:5%; see below")
	flags.Uint64Var(&o.Seed, "seed", 0, "`number` that seeds the random choice of failures")
	flags.StringVar(&o.Credential, "credential", "", "the only `credential` to accept; without it, any is accepted")
	flags.Usage = func() {
		_, _ = fmt.Fprintf(stderr, "Serves an embedded parking service over HTTP, until Ctrl-C.\n\n")
		flags.PrintDefaults()
		_, _ = fmt.Fprintf(stderr, faultUsage, operationNames())
	}
	if err := flags.Parse(args); err != nil {
		return o, "", err
	}
	if flags.NArg() > 0 {
		return o, "", fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if o.Latency, err = ParseLatency(*latency); err != nil {
		return o, "", err
	}
	if o.Faults, err = ParseFaults(*fault); err != nil {
		return o, "", err
	}
	o.Logger = slog.New(slog.NewTextHandler(stderr, nil))
	return o, listen, loopbackOnly(listen)
}

const faultUsage = `
A failure of -fault:

  key      an operation, the path segment of several such as zona-favorita, or default
  kind     drop        cuts the connection
           500, html   answers with an error page, or with another page
           429         asks to retry after a second
           delay       answers 30s late
  @before  the work is not done (drop, 500, html)
  @after   the work is done, then the answer is lost
  @late    the answer is lost, and the work is done 1s later
  :rate    how often, such as :5%% or :0.05; without it, always
  xTimes   how often at most, such as x3

A key of -latency is one of these too. The operations:
%s`

func operationNames() string {
	var names []string
	for _, op := range operations {
		names = append(names, op.name)
	}
	var out strings.Builder
	for line := range slices.Chunk(slices.Compact(names), 4) { // one may have two places, side by side
		_, _ = fmt.Fprintf(&out, "  %s\n", strings.Join(line, ", "))
	}
	return out.String()
}

// loopbackOnly refuses addresses that other machines can reach: the sandbox hands out credentials to anyone.
func loopbackOnly(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("-listen: %q is not a loopback host; the sandbox only listens on 127.0.0.1, [::1] or localhost", host)
	}
	return nil
}

func serve(ctx context.Context, o Options, address string, stdout io.Writer) (err error) {
	s, err := Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("%w; -listen takes another address", err)
	}
	base := "http://" + listener.Addr().String()
	shown := "anything"
	if o.Credential != "" {
		shown = "the-one-you-gave" // which has no business on a screen
	}
	_, _ = fmt.Fprintf(stdout, `listening on %[1]s

  export PARKING_BASE_URL=%[1]s
  export PARKING_CREDENTIAL=%[2]s
  curl -H "Authorization: $PARKING_CREDENTIAL" "$PARKING_BASE_URL/external/tramo/1"

watch it in a browser: %[1]s%[3]s
`, base, shown, watchPath)

	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelError)}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownWait)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return errors.Join(fmt.Errorf("requests still in flight after %s were cut: %w", shutdownWait, err), server.Close())
	}
	return nil
}
