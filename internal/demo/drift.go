package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// plateRecord is what the demo reads and writes of a plate.
type plateRecord struct {
	Placa          string `json:"placa"`
	TipoVehiculoID int64  `json:"tipo_vehiculo_id"`
	Electrico      int    `json:"electrico"`
}

// changeBehindTerraform turns the electrico flag of a plate around with requests of its own.
func changeBehindTerraform(ctx context.Context, service *sandbox.Sandbox, out io.Writer, plate string) error {
	var record plateRecord
	if err := call(ctx, service, http.MethodGet, "/external/placa/"+url.PathEscape(plate), nil, &record); err != nil {
		return err
	}
	record.Electrico = 1 - record.Electrico
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "PUT /external/placa %s\n", body)
	return call(ctx, service, http.MethodPut, "/external/placa", body, nil)
}

// call sends one request to the sandbox in-process and decodes the data of an ok envelope into data, if that is not
// nil.
func call(ctx context.Context, service *sandbox.Sandbox, method, path string, body []byte, data any) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://sandbox.localhost"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "demo") // the sandbox takes any
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := service.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	defer func() { _ = response.Body.Close() }()
	var envelope struct {
		Estado string          `json:"estado"`
		Error  string          `json:"error"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.NewDecoder(response.Body).Decode(&envelope); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if envelope.Estado != "ok" {
		return fmt.Errorf("%s %s: HTTP %d, %s", method, path, response.StatusCode, envelope.Error)
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(envelope.Data, data)
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
