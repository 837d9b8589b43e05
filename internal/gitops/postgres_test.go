//go:build unix

package gitops

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// postgres is a PostgreSQL server of these tests alone, on a socket in a folder of
// its own, which only its user and root can reach.
type postgres struct {
	programs string               // folder of initdb and the others
	folder   string               // holds the data and the socket
	user     *syscall.SysProcAttr // the one that runs them, where it is another
	adding   sync.Mutex           // the roles of a client, which two databases of one server share
}

// errNoPostgres says that no server can be started here.
var errNoPostgres = errors.New("no PostgreSQL server is installed: initdb is neither on PATH nor where Debian keeps it")

// sharedPostgres is started by the first test that needs one.
var sharedPostgres = sync.OnceValues(startPostgres)

// estados is the database of the states.
type estados struct {
	*postgres
	name string
}

// newEstados makes a database, in which the example's script has made the state and the roles of clients. Where there is no
// server the test is skipped; but never where the checks of the repository run. The roles belong to the whole server, so each
// test names its clients by itself.
func newEstados(t *testing.T, clientes ...string) *estados {
	t.Helper()
	server, err := sharedPostgres()
	if errors.Is(err, errNoPostgres) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	acctest.Must(t, err)
	e := &estados{server, "estados_" + strings.ToLower(rand.Text()[:8])}
	e.query(t, "postgres", "CREATE DATABASE "+e.name)
	for _, cliente := range clientes {
		e.add(t, cliente)
	}
	return e
}

// add runs the script for a client.
func (e *estados) add(t *testing.T, cliente string) {
	t.Helper()
	script, err := os.Open(filepath.Join(exampleFolder, "postgres", "cliente.sql"))
	acctest.Must(t, err)
	defer func() { _ = script.Close() }()
	command := e.command(t.Context(), "psql", "-X", "-q", "-h", e.folder, "-U", "postgres", "-d", e.name, "-v", "cliente="+cliente, "-f", "-")
	command.Stdin = script
	e.adding.Lock()
	defer e.adding.Unlock()
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cliente, err, out)
	}
}

// connection is the PG_CONN_STR of a role.
func (e *estados) connection(role string) string {
	parameters := url.Values{"host": {e.folder}, "user": {role}, "sslmode": {"disable"}}
	return "postgres:///" + e.name + "?" + parameters.Encode()
}

// as runs a statement as a role.
func (e *estados) as(t *testing.T, role, statement string) (string, error) {
	t.Helper()
	out, err := e.psql(t.Context(), role, e.name, statement)
	return strings.TrimSpace(out), err
}

// refusals runs statements as a role, each in a transaction of its own that is undone, and gives the error of each.
func (e *estados) refusals(t *testing.T, role string, statements []string) []string {
	t.Helper()
	const mark = "== "
	var script strings.Builder
	for _, statement := range statements {
		script.WriteString("\\echo '" + mark + "'\nBEGIN;\n" + statement + ";\nROLLBACK;\n")
	}
	command := e.command(t.Context(), "psql", "-X", "-q", "-o", os.DevNull, "-h", e.folder, "-U", role, "-d", e.name)
	command.Stdin = strings.NewReader(script.String())
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var errors []string
	for _, part := range strings.Split(string(out), mark)[1:] {
		errors = append(errors, strings.TrimSpace(part))
	}
	return errors
}

// query gives what psql prints for a statement.
func (p *postgres) query(t *testing.T, database, statement string) string {
	t.Helper()
	out, err := p.psql(t.Context(), "postgres", database, statement)
	if err != nil {
		t.Fatalf("%s: %v\n%s", statement, err, out)
	}
	return strings.TrimSpace(out)
}

func (p *postgres) psql(ctx context.Context, role, database, statement string) (string, error) {
	out, err := p.command(ctx, "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h", p.folder, "-U", role, "-d", database, "-c", statement).CombinedOutput()
	return string(out), err
}

// command is one of PostgreSQL's programs, run by the user of the server.
func (p *postgres) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, filepath.Join(p.programs, program), args...)
	command.Dir, command.SysProcAttr = p.folder, p.user
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	return command
}

func startPostgres() (*postgres, error) {
	p := &postgres{}
	var err error
	if p.programs, err = postgresPrograms(); err != nil {
		return nil, err
	}
	// A short path, because that of a socket is bounded.
	if p.folder, err = os.MkdirTemp("", "pg"); err != nil {
		return nil, err
	}
	atEnd(func() error { return os.RemoveAll(p.folder) })
	if err := p.dropRoot(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	data := filepath.Join(p.folder, "data")
	if out, err := p.command(ctx, "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := p.serve(data); err != nil {
		return nil, err
	}
	for {
		out, err := p.psql(ctx, "postgres", "postgres", "SELECT 1")
		if err == nil {
			return p, nil
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(p.folder, "log"))
			return nil, fmt.Errorf("the server does not answer: %s\n%s", out, log)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// serve starts the server under a shell that ends it when its input ends: with stop,
// or with this process, however that ends.
func (p *postgres) serve(data string) error {
	log, err := os.Create(filepath.Join(p.folder, "log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	const keeper = `"$@" & server=$!; read -r _; kill -INT $server; wait $server`
	command := exec.CommandContext(context.Background(), "sh", "-c", keeper, "sh", filepath.Join(p.programs, "postgres"), "-D", data, "-k", p.folder, "-c", "listen_addresses=", "-c", "fsync=off")
	command.Dir, command.SysProcAttr, command.Stdout, command.Stderr = p.folder, p.user, log, log
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	atEnd(func() error {
		_ = input.Close()
		return command.Wait()
	})
	return nil
}

// dropRoot gives the folder to the user that the server runs as. PostgreSQL refuses
// to be run by root.
func (p *postgres) dropRoot() error {
	if os.Geteuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return err
	}
	p.user = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return os.Chown(p.folder, int(uid), int(gid))
}

// postgresPrograms finds the newest server: Debian keeps each version's programs in
// a folder that is not on PATH.
func postgresPrograms() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil {
			return filepath.Dir(initdb), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errNoPostgres
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return cmp.Compare(version(a), version(b)) })), nil
}
