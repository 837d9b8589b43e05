// Command demo takes the fleet of examples/quickstart through its life, with Terraform itself and the embedded sandbox. Run it with
// `make demo`. It is a test as well: a step that does not end as expected ends it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// steps are the commands of Terraform: why, the command, its exit code, and what it must say.
var steps = []struct {
	why, command string
	exit         int
	says         []string
}{
	{"Terraform takes the provider from a local mirror.", "init", 0, nil},
	{"Register the plate of each vehicle of flota.csv, and link it to its client.", "apply -auto-approve", 0,
		[]string{"Resources: 1 added, 0 changed, 0 destroyed."}},
	{"The service holds what was declared, so there is nothing to do.", "plan -detailed-exitcode", 0, nil},
	{"Somebody changes a plate behind Terraform's back.", drift, 0, nil},
	{"Terraform sees exactly that change.", "plan -detailed-exitcode -out=repair.tfplan", 2,
		[]string{`~ "AKX0359"`, "~ electrico", "Plan: 0 to add, 1 to change, 0 to destroy."}},
	{"Put the plate back as declared.", "apply repair.tfplan", 0, []string{"Resources: 0 added, 1 changed, 0 destroyed."}},
	{"The service cannot delete plates and vehicles. The plan warns of that.", "plan -destroy -out=destroy.tfplan", 0,
		[]string{"Plan: 0 to add, 0 to change, 1 to destroy.", "Fleets stay on the service"}},
	{"Remove the fleet from the state only.", "apply destroy.tfplan", 0, []string{"Resources: 0 added, 0 changed, 1 destroyed."}},
	{"Adopt what is still on the service; nothing is created twice.", "apply -auto-approve", 0,
		[]string{"Vehicle already exists: ", "Resources: 1 added, 0 changed, 0 destroyed."}},
	{"After the adoption there is nothing to do either.", "plan -detailed-exitcode", 0, nil},
}

// drift is the one step that is a request to the service, as another program would send it.
const drift = `PUT /external/placa {"placa":"AKX0359","tipo_vehiculo_id":2,"electrico":1}`

func main() {
	// The terminal sends Ctrl-C to Terraform as well, which saves its state; this program waits for it.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	if err := run(context.Background()); err != nil {
		fmt.Fprintf(os.Stderr, "\ndemo: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	root, err := workbench.Root(ctx)
	if err != nil {
		return err
	}
	work := filepath.Join(root, "build", "demo") // a fixed folder, so that its reader can go on there
	fleet, cliConfig := filepath.Join(work, "flota"), filepath.Join(work, "terraform.rc")
	if err := prepare(ctx, root, work, fleet, cliConfig); err != nil {
		return err
	}
	service, err := sandbox.Open(ctx, sandbox.Options{Database: filepath.Join(fleet, "parking.db")}) // as main.tf says
	if err != nil {
		return fmt.Errorf("opening the sandbox: %w", err)
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	for i, step := range steps {
		fmt.Printf("\n=== %d. %s\n\n", i+1, step.why)
		if step.command == drift {
			err = change(ctx, service)
		} else {
			err = terraform(ctx, fleet, cliConfig, step.command, step.exit, step.says)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	var plates, vehicles int
	const held = `SELECT (SELECT count(*) FROM placas), (SELECT count(*) FROM vehiculos)`
	err = service.DB().QueryRowContext(ctx, held).Scan(&plates, &vehicles)
	if err == nil && (plates != 3 || vehicles != 3) {
		err = fmt.Errorf("the service holds %d plates and %d vehicles, expected three", plates, vehicles)
	}
	fmt.Printf("\nTo go on by hand:\n\n  cd '%s'\n  export TF_CLI_CONFIG_FILE='%s'\n  '%s' plan\n\n", fleet, cliConfig, program.Path())
	return err
}

// prepare lays out the work folder: the provider in a mirror, Terraform's configuration, and the example.
func prepare(ctx context.Context, root, work, fleet, cliConfig string) error {
	if err := errors.Join(os.RemoveAll(work), os.MkdirAll(fleet, 0o750)); err != nil {
		return err
	}
	for _, name := range []string{"main.tf", "flota.csv"} { // and nothing that a run of Terraform in the example left there
		text, err := os.ReadFile(filepath.Join(root, "examples", "quickstart", name)) //nolint:gosec // G304: a file of this repository.
		//nolint:gosec // G703: the demo's own folder.
		if err := errors.Join(err, os.WriteFile(filepath.Join(fleet, name), text, 0o600)); err != nil {
			return fmt.Errorf("copying the example: %w", err)
		}
	}
	mirror := filepath.Join(work, "mirror")
	return errors.Join(workbench.Install(ctx, root, mirror), workbench.WriteCLIConfig(cliConfig, mirror))
}

// change sends the request of drift.
func change(ctx context.Context, service *sandbox.Sandbox) error {
	fmt.Println(drift)
	method, rest, _ := strings.Cut(drift, " ")
	path, body, _ := strings.Cut(rest, " ")
	request, err := http.NewRequestWithContext(ctx, method, "http://sandbox.localhost"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header = http.Header{"Authorization": {"demo"}, "Content-Type": {"application/json"}} // the sandbox takes any credential
	response, err := service.RoundTrip(request)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("changing a plate: HTTP %d", response.StatusCode)
	}
	return errors.Join(err, response.Body.Close())
}

// terraform runs one command in a folder and shows what it says.
func terraform(ctx context.Context, folder, cliConfig, command string, exit int, says []string) error {
	fmt.Printf("$ %s %s\n", filepath.Base(program.Path()), command)
	var said bytes.Buffer
	child := exec.CommandContext(ctx, program.Path(), strings.Fields(command)...) //nolint:gosec // G204: every command is above.
	child.Dir = folder
	child.Env = append(workbench.Environment(os.Environ(), cliConfig), "TF_INPUT=false", "TF_CLI_ARGS=-no-color")
	child.Stdout = io.MultiWriter(&said, os.Stdout)
	child.Stderr = child.Stdout
	if err := child.Run(); child.ProcessState == nil { // else its exit code counts
		return err
	}
	if code := child.ProcessState.ExitCode(); code != exit {
		return fmt.Errorf("%s ended with exit code %d, expected %d", command, code, exit)
	}
	for _, text := range says {
		if !strings.Contains(said.String(), text) {
			return fmt.Errorf("%s did not say %q", command, text)
		}
	}
	return nil
}
