package flota

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// Of several warnings with one summary Terraform prints the first. Of two blocks with the same finding both are seen, each by its
// plate: what is on the service stays there.
func TestNoWarningHidesAnother(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // other tests see the same messages
	const (
		placas    = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 1), ('AKX0002', 1)"
		differing = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 2), ('AKX0002', 2)"
		links     = placas + "; INSERT INTO vehiculos (placa, cliente_id, nombre) VALUES ('AKX0001', 1, 'Uno'), ('AKX0002', 1, 'Uno')"
		linksOf   = "INSERT INTO vehiculos (placa, cliente_id, nombre) VALUES ('AKX0001', 1, 'Uno'), ('AKX0002', 1, 'Uno')"
	)
	declared := map[string]func(placa string) acctest.Values{
		"parking_placa": func(placa string) acctest.Values { return acctest.Values{"placa": placa, "tipo_vehiculo_id": 1} },
		"parking_vehiculo": func(placa string) acctest.Values {
			return acctest.Values{"cliente_id": 1, "placa": placa, "nombre": "Uno"}
		},
		"parking_flota": func(placa string) acctest.Values {
			return acctest.FleetOf(acctest.Values{placa: acctest.Car("Uno")})
		},
	}
	failing := answers.On(map[string]http.HandlerFunc{"GET /external/placa/AKX0001": answers.Body(500, "averiado"), "GET /external/placa/AKX0002": answers.Body(500, "averiado")})
	all, plates, linking := []string{"parking_placa", "parking_vehiculo", "parking_flota"}, []string{"parking_placa", "parking_flota"}, []string{"parking_vehiculo", "parking_flota"}
	acctest.Each(t, map[string]struct {
		types           []string
		before, between string // on the service, before the plans and after them
		answer          func(*http.Request) http.HandlerFunc
		lower           bool   // the plates are written in lower case
		moves           bool   // what exists is planned for another client
		kind            string // the summaries begin so
	}{
		"registered":         {types: all, before: placas, kind: "Plate already registered: "},
		"to be overwritten":  {types: plates, before: differing, kind: "Plate will be overwritten: "},
		"linked":             {types: linking, before: links, kind: "Vehicle already exists: "},
		"odd":                {types: all, lower: true, kind: "Check the spelling of the plate: "},
		"not looked up":      {types: []string{"parking_flota"}, answer: failing, kind: "Vehicles not checked: "},
		"adopted":            {types: plates, between: placas, kind: "Existing plate adopted: "},
		"overwritten":        {types: plates, between: differing, kind: "Existing plate adopted and updated: "},
		"adopted links":      {types: []string{"parking_vehiculo"}, before: placas, between: linksOf, kind: "Existing vehicle adopted: "},
		"adopted with links": {types: []string{"parking_flota"}, between: links, kind: "Existing vehicle adopted: "},
		"moved":              {types: linking, before: placas, moves: true, kind: "Vehicles stay on the service: "},
	}, func(t *testing.T, c struct {
		types           []string
		before, between string
		answer          func(*http.Request) http.HandlerFunc
		lower, moves    bool
		kind            string
	}) {
		for _, typeName := range c.types {
			w := looksServer(t)
			exec := func(statements string) {
				if statements != "" {
					w.Exec("PRAGMA foreign_keys = OFF")
					w.Exec(statements)
				}
			}
			exec(c.before)
			w.Answer(c.answer)
			p := w.Proto(acctest.Values{"overwrite_existing": true})
			blocks := []string{"AKX0001", "AKX0002"}
			configs, plans := make([]acctest.Values, 2), make([]*tfprotov6.PlanResourceChangeResponse, 2)
			var shown string // without what has a summary that was there before
			show := func(texts []string) {
				for _, text := range texts {
					if head, _, _ := strings.Cut(text, "\n"); !strings.Contains(shown, head+"\n") {
						shown += head + "\n"
					}
				}
			}
			for i, placa := range blocks {
				if c.lower {
					blocks[i] = strings.ToLower(placa)
				}
				configs[i] = declared[typeName](blocks[i])
				var prior acctest.Result
				if c.moves {
					prior = p.Apply(typeName, prior, configs[i])
					configs[i] = configs[i].With(acctest.Values{"cliente_id": 2})
				}
				plans[i] = p.Plan(typeName, prior, configs[i])
				show(acctest.Result{Diags: plans[i].Diagnostics}.Warnings())
			}
			exec(c.between)
			for i := range blocks {
				if c.moves {
					break
				}
				show(p.ApplyPlan(t.Context(), typeName, acctest.Result{}, configs[i], plans[i]).Warnings())
			}
			for _, placa := range blocks {
				acctest.ExpectSays(t, typeName, shown, c.kind+placa)
			}
		}
	})
}
