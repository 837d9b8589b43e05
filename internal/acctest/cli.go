package acctest

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

	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// CLI runs the terraform command as its users do, for what the test framework
// cannot: for_each, whole folders, and the text that people read.
type CLI struct {
	T      *testing.T
	Folder string
	Env    []string
}

// Required is the block of a configuration that names the provider.
const Required = "terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\n"

// CLIOf is NewCLI in a folder that holds a configuration, after the block that names the provider.
func CLIOf(t *testing.T, text string, env map[string]string) *CLI {
	t.Helper()
	folder := t.TempDir()
	Write(t, filepath.Join(folder, "main.tf"), Required+text)
	return NewCLI(t, folder, env)
}

// Other is a provider that is served beside this one.
type Other struct {
	Address string
	Server  func() tfprotov6.ProviderServer
}

// NewCLI serves a provider whose environment is env, and which hardly waits, to
// a terraform in folder, and others beside it.
func NewCLI(t *testing.T, folder string, env map[string]string, others ...Other) *CLI {
	t.Helper()
	return ServeCLI(t, folder, func() tfprotov6.ProviderServer { return Hasty(GetenvOf(env)) }, others...)
}

// ServeCLI is NewCLI of any server.
func ServeCLI(t *testing.T, folder string, server func() tfprotov6.ProviderServer, others ...Other) *CLI {
	t.Helper()
	ours := attached(t, server)
	served := map[string]any{provider.Address: ours, provider.OpenTofuAddress: ours}
	for _, other := range others {
		served[other.Address] = attached(t, other.Server)
	}
	attach, err := json.Marshal(served)
	Must(t, err)
	c := &CLI{T: t, Folder: folder, Env: append(os.Environ(),
		"TF_REATTACH_PROVIDERS="+string(attach), "TF_CLI_CONFIG_FILE="+os.DevNull, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")}
	c.Ok("init", "-no-color")
	return c
}

// attached serves a provider until the test ends, and says how a terraform reaches it.
func attached(t *testing.T, server func() tfprotov6.ProviderServer) map[string]any {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reattach, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	failed := make(chan error, 1)
	go func() {
		failed <- tf6server.Serve(provider.Address, server, tf6server.WithDebug(ctx, reattach, closed), tf6server.WithLoggingSink(t),
			tf6server.WithGoPluginLogger(hclog.NewNullLogger()))
	}()
	t.Cleanup(func() { cancel(); <-closed })
	select {
	case config := <-reattach:
		return map[string]any{
			"Protocol": string(config.Protocol), "ProtocolVersion": config.ProtocolVersion, "Pid": config.Pid, "Test": config.Test,
			"Addr": map[string]string{"Network": config.Addr.Network(), "String": config.Addr.String()},
		}
	case err := <-failed:
		t.Fatal(err)
	}
	return nil
}

// Run gives the exit code and all that a command printed.
func (c *CLI) Run(args ...string) (int, string) {
	c.T.Helper()
	command := exec.CommandContext(c.T.Context(), program.For(c.T), args...)
	command.Dir, command.Env = c.Folder, c.Env
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		c.T.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// Ok is Run for a command that must succeed.
func (c *CLI) Ok(args ...string) string {
	c.T.Helper()
	code, out := c.Run(args...)
	if code != 0 {
		c.T.Fatalf("terraform %s exits with %d:\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// EmptyPlan fails the test unless there is nothing to do.
func (c *CLI) EmptyPlan(args ...string) {
	c.T.Helper()
	if code, out := c.Run(append([]string{"plan", "-no-color", "-detailed-exitcode"}, args...)...); code != 0 {
		c.T.Errorf("the plan is not empty:\n%s", out)
	}
}

// EveryFile gives the content of all files of a folder, also those within plans.
func EveryFile(t *testing.T, folder string) string {
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
		Must(t, err)
	}
	read(os.DirFS(folder))
	return out.String()
}

// NewTokenCLI is CLIOf with the password in Terraform's environment. It skips a test where the command line knows no ephemeral
// resources.
func NewTokenCLI(t *testing.T, config, password string) *CLI {
	t.Helper()
	program.Since(t, "1.10", "1.11")
	c := CLIOf(t, config, nil)
	c.Env = append(c.Env, "TF_VAR_password="+password)
	return c
}
