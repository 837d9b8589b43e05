package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// plate is one of the example's fleet, and drift is its record with the flag electrico turned around.
const (
	plate = "AKX0359"
	drift = `{"placa":"` + plate + `","tipo_vehiculo_id":2,"electrico":1}`
)

// changeBehindTerraform changes a plate with a request of its own.
func changeBehindTerraform(ctx context.Context, service *sandbox.Sandbox, out io.Writer) error {
	const address = "http://sandbox.localhost/external/placa"
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, address, strings.NewReader(drift))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "demo") // the sandbox takes any
	request.Header.Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(out, "PUT /external/placa %s\n", drift)
	response, err := service.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("changing a plate: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("changing a plate: HTTP %d", response.StatusCode)
	}
	return errors.Join(err, response.Body.Close())
}

// holding is how much of a fleet the service holds.
type holding struct{ plates, vehicles int }

func (h holding) String() string {
	return fmt.Sprintf("%d plates and %d vehicles", h.plates, h.vehicles)
}

// count asks the sandbox's store, because no operation of the service counts plates.
func count(ctx context.Context, service *sandbox.Sandbox) (holding, error) {
	var h holding
	err := service.DB().QueryRowContext(ctx, `SELECT (SELECT count(*) FROM placas), (SELECT count(*) FROM vehiculos)`).
		Scan(&h.plates, &h.vehicles)
	if err != nil {
		return h, fmt.Errorf("counting what the service holds: %w", err)
	}
	return h, nil
}
