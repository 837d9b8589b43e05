package provider

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// namesAs has the service keep the names of vehicles in its own way.
func namesAs(w *world, write func(string) string) {
	w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": func(rw http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			w.t.Error(err)
		}
		if nombre, named := sent["nombre"].(string); named {
			sent["nombre"] = write(nombre)
		}
		text, err := json.Marshal(sent)
		if err != nil {
			w.t.Error(err)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		w.box.ServeHTTP(rw, r)
	}}))
}

// A name that the service keeps in another case, with other blanks or in another Unicode form is the declared one: no
// plan shows a difference or refuses to rename the vehicle, also after an import.
func TestVehiculoNameKeptInTheServicesWay(t *testing.T) {
	t.Parallel()
	const nombre, placa = "Furgón  de Ana", "AKX0359"
	entry := func(nombre string) values { return fleetOf(values{placa: car(nombre)}) }
	for typeName, c := range map[string]struct {
		declared      func(nombre string) values
		imported, own string // own: what adopting it says
	}{
		"parking_vehiculo": {func(nombre string) values { return values{"cliente_id": 1, "placa": placa, "nombre": nombre} }, "1/" + placa, "Existing vehicle adopted"},
		"parking_flota":    {entry, "1", "Existing vehicle adopted (1)"},
	} {
		for way, write := range map[string]func(string) string{
			"capitals": strings.ToUpper,
			"blanks":   func(text string) string { return " " + strings.Join(strings.Fields(text), " ") + " " },
			"NFD":      norm.NFD.String,
		} {
			t.Run(typeName+"/"+way, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{})
				if typeName == "parking_vehiculo" {
					w.placas(placa)
				}
				namesAs(w, write)
				p, declared := w.proto(nil), c.declared(nombre)
				created := p.apply(typeName, result{}, declared)
				if len(created.diags) > 0 {
					t.Error("created:", created.errors(), created.warnings())
				}
				if w.count("SELECT COUNT(*) FROM vehiculos WHERE nombre = ?", write(nombre)) != 1 {
					t.Fatal("the service kept the name as it was sent")
				}
				same := func(step string, state result) {
					t.Helper()
					planned := w.proto(nil).plan(typeName, state, declared)
					if errs := errorsOf(planned.Diagnostics); len(errs) > 0 {
						t.Error(step, errs)
						return
					}
					expectSame(t, step+", planned", p.decode(p.schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), state.state)
				}
				read := w.proto(nil).read(typeName, created)
				expectSame(t, "read", read.state, created.state)
				same("read", read)
				imported := w.proto(nil)
				same("imported", imported.read(typeName, imported.importID(typeName, c.imported)))
				adopted := w.proto(nil).apply(typeName, result{}, declared)
				if len(adopted.errors()) > 0 {
					t.Error("adopted:", adopted.errors())
				}
				warnings := adopted.warnings()
				if typeName == "parking_flota" { // the plate is adopted too
					warnings = warnings[1:]
				}
				expect(t, "adopted", warnings, c.own)
				w.requests()
				respelled := w.proto(nil).apply(typeName, read, c.declared("FURGÓN DE ANA"))
				if len(respelled.diags) > 0 {
					t.Error("respelled:", respelled.errors(), respelled.warnings())
				}
				w.expectRequests(map[string]int{})
				refused := w.proto(nil).plan(typeName, read, c.declared("Furgon de Ana"))
				expect(t, "another", errorsOf(refused.Diagnostics), "A vehicle cannot be renamed")
			})
		}
	}
}

// A name of a fleet that was not managed so far is compared in the same way.
func TestFlotaNameDeclaredLater(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	w.exec("UPDATE vehiculos SET nombre = 'DOS' WHERE placa = 'FLA0002'")
	declared["FLA0002"] = car("Dos")
	named := p.apply("parking_flota", created, fleetOf(declared))
	if len(named.diags) > 0 {
		t.Error(named.errors(), named.warnings())
	}
	w.requests()
	declared["FLA0001"] = car("UNO").with(values{"electrico": true})
	if respelled := w.proto(nil).apply("parking_flota", named, fleetOf(declared)); len(respelled.diags) > 0 {
		t.Error(respelled.errors(), respelled.warnings())
	}
	w.expectRequests(map[string]int{"actualizar_placa": 1}) // its name needs no look
}
