package acceptance

import (
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// hasAttribute reports whether a data source has an attribute.
func hasAttribute(p *acctest.Proto, typeName, attribute string) bool {
	return slices.ContainsFunc(p.Schema.DataSourceSchemas[typeName].Block.Attributes,
		func(a *tfprotov6.SchemaAttribute) bool { return a.Name == attribute })
}

// Names that the data source has as attributes of its own, page where every page is read, and what is no parameter are refused
// before anything is sent.
func TestParametrosRefused(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	unknown := tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)
	for _, d := range dataSources {
		if !hasAttribute(p, d.typeName, "parametros") {
			continue
		}
		with := func(parametros any) []string {
			return p.ValidateData(d.typeName, d.config.With(acctest.Values{"parametros": parametros}))
		}
		for attribute := range d.config {
			acctest.Expect(t, d.typeName, with(acctest.Values{attribute: "1"}), `parametros["`+attribute+`"]: Invalid Attribute Value Match`)
		}
		for _, open := range []any{nil, acctest.Values{}, acctest.Values{"otro": "x", "Latitud": "1"}, acctest.Values{"otro": acctest.UnknownText},
			acctest.Values{"otro": nil}, unknown} {
			acctest.Expect(t, d.typeName, with(open))
		}
		acctest.Expect(t, d.typeName, with(acctest.Values{"": "x"}), `parametros[""]: Invalid Attribute Value Length`)
		if slices.Contains([]string{"parking_reservas", "parking_reservas_activas", "parking_sanciones", "parking_tramos_cercanos"}, d.typeName) {
			acctest.Expect(t, d.typeName, with(acctest.Values{"page": "2"}), `parametros["page"]: Invalid Attribute Value Match`)
		}
	}
}

// What the service complains of is on the key that was sent under that very name, and on the attribute otherwise.
func TestParametrosComplainedOf(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/tramos-cercanos": answers.Body(422,
		`{"estado":"fail","error":"No vale","errores":{"Desde":["no es una fecha"],"LATITUD":"lejos"}}`)}))
	ask := func(parametros acctest.Values) []string {
		config := acctest.Values{"latitud": 1, "longitud": 2, "parametros": parametros}
		return w.Proto(nil).Data("parking_tramos_cercanos", config).Errors()
	}
	const unable = "Unable to read sections"
	acctest.Expect(t, "as sent", ask(acctest.Values{"Desde": "ayer", "LATITUD": "1"}), `parametros["Desde"]: `+unable, `parametros["LATITUD"]: `+unable)
	acctest.Expect(t, "not as sent", ask(acctest.Values{"desde": "ayer"}), "latitud: "+unable, "latitud: "+unable)
}
