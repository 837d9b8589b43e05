package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// plate is one of the example's fleet, and changed is its record with the flag electrico turned around.
const (
	plate   = "AKX0359"
	changed = `{"placa":"` + plate + `","tipo_vehiculo_id":2,"electrico":1}`
)

// drift changes a plate behind Terraform's back, with a request of its own.
func (d *demo) drift(ctx context.Context) error {
	const address = "http://sandbox.localhost/external/placa"
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, address, strings.NewReader(changed))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "demo") // the sandbox takes any
	request.Header.Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(d.out, "PUT /external/placa %s\n", changed)
	response, err := d.service.RoundTrip(request)
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
func (d *demo) count(ctx context.Context) (holding, error) {
	var h holding
	err := d.service.DB().QueryRowContext(ctx, `SELECT (SELECT count(*) FROM placas), (SELECT count(*) FROM vehiculos)`).
		Scan(&h.plates, &h.vehicles)
	if err != nil {
		return h, fmt.Errorf("counting what the service holds: %w", err)
	}
	return h, nil
}
