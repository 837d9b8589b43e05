package flota

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// Terraform plans an imported fleet again once its unknown values are known, and calls another spelling of what was known
// before a bug of the provider.
func TestFlotaImportedWithUnknownValues(t *testing.T) {
	t.Parallel()
	written, omitted := acctest.Car("Uno").With(acctest.Values{"minusvalido": false}), acctest.Car(nil).With(acctest.Values{"electrico": nil})
	asHeld := acctest.Values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": false, "minusvalido": false}
	const undecided = "vehiculos: Imported fleet with unknown values"
	type row struct {
		first   acctest.Values // with the type of FLA0001 unknown
		refused []string
	}
	acctest.Each(t, map[string]row{
		"omitted flags":        {acctest.Values{"FLA0001": written, "FLA0002": omitted}, []string{undecided}},
		"as in the state":      {acctest.Values{"FLA0001": written, "FLA0002": asHeld}, nil},
		"another value":        {acctest.Values{"FLA0001": written, "FLA0002": omitted.With(acctest.Values{"electrico": true})}, nil},
		"another name":         {acctest.Values{"FLA0001": acctest.Car("Dos"), "FLA0002": asHeld}, []string{"vehiculos: Vehicles cannot be renamed (1)"}},
		"one more":             {acctest.Values{"FLA0001": written, "FLA0002": omitted, "FLA0003": omitted}, nil},
		"one less":             {acctest.Values{"FLA0001": written.With(acctest.Values{"electrico": nil})}, nil},
		"beside the unknown":   {acctest.Values{"FLA0001": written.With(acctest.Values{"electrico": nil}), "FLA0002": asHeld}, []string{undecided}},
		"only another spelled": {acctest.Values{"FLA0001": written, "FLA0002": omitted.With(acctest.Values{"minusvalido": false})}, []string{undecided}},
	}, func(t *testing.T, c row) {
		w, p, _, _ := flotaServer(t, nil)
		imported := p.Read("parking_flota", p.ImportID("parking_flota", "1"))
		unknown := c.first.With(nil)
		known, _ := unknown["FLA0001"].(acctest.Values)
		unknown["FLA0001"] = known.With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber})
		plan := p.Plan("parking_flota", imported, acctest.FleetOf(unknown))
		errs := acctest.ErrorsOf(plan.Diagnostics)
		if len(c.refused) == 0 || c.refused[0] == undecided {
			acctest.Expect(t, "the first plan", errs, c.refused...)
		}
		again := w.Proto(nil).Plan("parking_flota", imported, acctest.FleetOf(c.first))
		if len(errs) == 0 && len(acctest.ErrorsOf(again.Diagnostics)) == 0 {
			expectRefined(t, p, plan, again)
		}
	})
}

// expectRefined fails the test unless what the first plan knows of the vehicles is in the second.
func expectRefined(t *testing.T, p *acctest.Proto, first, again *tfprotov6.PlanResourceChangeResponse) {
	t.Helper()
	kind := p.Schema.ResourceSchemas["parking_flota"].ValueType()
	planned, _ := p.Decode(kind, first.PlannedState)["vehiculos"].(acctest.Values)
	then, _ := p.Decode(kind, again.PlannedState)["vehiculos"].(acctest.Values)
	for placa, entry := range planned {
		before, _ := entry.(acctest.Values)
		after, _ := then[placa].(acctest.Values)
		for name, value := range before {
			if unknown, is := value.(tftypes.Value); (!is || unknown.IsKnown()) && !reflect.DeepEqual(value, after[name]) {
				t.Errorf("%s of %s was planned as %v, and then as %v", name, placa, value, after[name])
			}
		}
	}
	if len(planned) != len(then) {
		t.Errorf("%v was planned, and then %v", planned, then)
	}
}
