package provider

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// cli runs the terraform command as its users do, for what the test framework
// cannot: for_each, whole folders, and the text that people read.
type cli struct {
	t      *testing.T
	folder string
	env    []string
}

// newCLI serves a provider whose environment is env, and which hardly waits, to
// a terraform in folder.
func newCLI(t *testing.T, folder string, env map[string]string) *cli {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reattach, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	server := func() tfprotov6.ProviderServer {
		return NewServer(hasty(func(name string) string { return env[name] }))
	}
	failed := make(chan error, 1)
	go func() {
		failed <- tf6server.Serve(Address, server, tf6server.WithDebug(ctx, reattach, closed), tf6server.WithLoggingSink(t), tf6server.WithGoPluginLogger(hclog.NewNullLogger()))
	}()
	t.Cleanup(func() { cancel(); <-closed })
	var config *plugin.ReattachConfig
	select {
	case config = <-reattach:
	case err := <-failed:
		t.Fatal(err)
	}
	attached := map[string]any{
		"Protocol": string(config.Protocol), "ProtocolVersion": config.ProtocolVersion, "Pid": config.Pid, "Test": config.Test,
		"Addr": map[string]string{"Network": config.Addr.Network(), "String": config.Addr.String()},
	}
	attach, err := json.Marshal(map[string]any{Address: attached, OpenTofuAddress: attached})
	if err != nil {
		t.Fatal(err)
	}
	rc := filepath.Join(t.TempDir(), "terraformrc")
	if err := os.WriteFile(rc, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c := &cli{t: t, folder: folder, env: append(os.Environ(),
		"TF_REATTACH_PROVIDERS="+string(attach), "TF_CLI_CONFIG_FILE="+rc, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")}
	c.ok("init", "-no-color")
	return c
}

// run gives the exit code and all that a command printed.
func (c *cli) run(args ...string) (int, string) {
	c.t.Helper()
	command := exec.CommandContext(c.t.Context(), program.Path(), args...)
	command.Dir, command.Env = c.folder, c.env
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		c.t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// ok is run for a command that must succeed.
func (c *cli) ok(args ...string) string {
	c.t.Helper()
	code, out := c.run(args...)
	if code != 0 {
		c.t.Fatalf("terraform %s exits with %d:\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// emptyPlan fails the test unless there is nothing to do.
func (c *cli) emptyPlan(args ...string) {
	c.t.Helper()
	if code, out := c.run(append([]string{"plan", "-no-color", "-detailed-exitcode"}, args...)...); code != 0 {
		c.t.Errorf("the plan is not empty:\n%s", out)
	}
}

// everyFile gives the content of all files of a folder, also those within plans.
func everyFile(t *testing.T, folder string) string {
	t.Helper()
	var out strings.Builder
	var read func(files fs.FS)
	read = func(files fs.FS) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(files, name)
			out.Write(text)
			if packed, noZip := zip.NewReader(bytes.NewReader(text), int64(len(text))); noZip == nil {
				read(packed)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read(os.DirFS(folder))
	return out.String()
}
