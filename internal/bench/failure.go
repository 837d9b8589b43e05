package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// failure is a way in which the service fails an apply of single resources, and the most that the run may take until it ends.
type failure struct {
	options  sandbox.Options
	dies     int  // it is killed at this request; 0 for never
	refuses  bool // it was killed before
	env      []string
	says     string // of the reason
	requests int    // 0 for any number
	wall     time.Duration
}

// failures by the kind of their scenario.
var failures = map[string]failure{
	"wrong credential": {options: sandbox.Options{Credential: "another"}, says: "service rejected the credential", requests: 20,
		wall: 10 * time.Second},
	"refused": {refuses: true, says: "the service cannot be reached", wall: 20 * time.Second},
	"hanging": {options: sandbox.Options{Faults: []sandbox.Fault{{Key: "default", Kind: sandbox.Delay, When: sandbox.Before,
		Delay: time.Hour}}}, env: []string{"PARKING_REQUEST_TIMEOUT=1s"}, says: "the service does not answer", wall: 30 * time.Second},
	"killed": {dies: 200, says: "the service cannot be reached", wall: 30 * time.Second},
}

// fail applies a scenario to a failing service. What was created has to be in the state.
func (b *workplace) fail(ctx context.Context, s scenario, f failure) (phase, error) {
	box, folder, err := b.start(ctx, s, f)
	if err != nil {
		return phase{}, err
	}
	defer box.stop()
	env := append(f.env, box.env()...)
	if f.refuses {
		_ = box.server.Close()
	}
	p, err := b.run(ctx, folder, env, 1, f.says, "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", s.Parallelism))
	if err != nil {
		return p, err
	}
	p.Name = apply
	if p.traffic, err = box.traffic(ctx); err != nil {
		return p, err
	}
	held, err := inState(folder)
	if err != nil {
		return p, err
	}
	var made int
	err = box.DB().QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM placas) + (SELECT COUNT(*) FROM vehiculos)`).Scan(&made)
	if err == nil && held != made {
		err = fmt.Errorf("%d plates and vehicles are on the service, and %d in the state", made, held)
	}
	return p, err
}

// inState counts the plates and vehicles in the state, which is not there if the plan failed.
func inState(folder string) (held int, err error) {
	text, err := os.ReadFile(filepath.Join(folder, "terraform.tfstate")) //nolint:gosec // G304: the benchmark's own folder.
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	}
	var state struct {
		Resources []struct {
			Type      string            `json:"type"`
			Instances []json.RawMessage `json:"instances"`
		} `json:"resources"`
	}
	err = json.Unmarshal(text, &state)
	for _, r := range state.Resources {
		if r.Type == "parking_placa" || r.Type == "parking_vehiculo" {
			held += len(r.Instances)
		}
	}
	return held, err
}
