package acceptance

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Names that the data source has as attributes of its own, page where every page is
// read, and what is no parameter are refused before anything is sent.
func TestParametrosRefused(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	near := acctest.Values{"latitud": -2.89, "longitud": -79.0}
	for _, c := range []struct {
		typeName    string
		config      acctest.Values
		name, value any
		want        string
	}{
		{"parking_tramos_cercanos", near, "latitud", "1", `parametros["latitud"]: Invalid Attribute Value Match`},
		{"parking_tramos_cercanos", near, "longitud", "1", `parametros["longitud"]: Invalid Attribute Value Match`},
		{"parking_tramo_precios_estacionar", acctest.Values{"tramo_id": 7}, "tramo_id", "8", `parametros["tramo_id"]: Invalid Attribute Value Match`},
		{"parking_reservas", acctest.Values{}, "page", "2", `parametros["page"]: Invalid Attribute Value Match`},
		{"parking_reservas_activas", acctest.Values{}, "page", "2", `parametros["page"]: Invalid Attribute Value Match`},
		{"parking_sanciones", acctest.Values{}, "page", "2", `parametros["page"]: Invalid Attribute Value Match`},
		{"parking_faq_grupos", acctest.Values{}, "", "x", `parametros[""]: Invalid Attribute Value Length`},
	} {
		name, _ := c.name.(string)
		config := c.config.With(acctest.Values{"parametros": acctest.Values{name: c.value}})
		acctest.Expect(t, c.typeName+" "+name, p.ValidateData(c.typeName, config), c.want)
	}
	unknown := acctest.UnknownText
	for _, d := range dataSources {
		if !hasAttribute(p, d.typeName, "parametros") {
			continue
		}
		for _, parametros := range []any{nil, acctest.Values{}, acctest.Values{"otro": "x", "Latitud": "1"}, acctest.Values{"otro": unknown}, acctest.Values{"otro": nil},
			tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)} {
			acctest.Expect(t, d.typeName, p.ValidateData(d.typeName, d.config.With(acctest.Values{"parametros": parametros})))
		}
	}
}

// What the service complains of is on the key that was sent under that very name, and
// on the attribute otherwise.
func TestParametrosComplainedOf(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for _, d := range dataSources {
		if !hasAttribute(p, d.typeName, "parametros") {
			continue
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{d.route: answers.Body(422,
			`{"estado":"fail","error":"No vale","errores":{"Desde":["no es una fecha"],"LATITUD":"lejos","tramo_id":"cerrado"}}`)}))
		errs := p.Data(d.typeName, d.config.With(acctest.Values{"parametros": acctest.Values{"Desde": "ayer", "LATITUD": "1"}})).Errors()
		heads := []string{`parametros["Desde"]: Unable to read ` + d.noun, `parametros["LATITUD"]: Unable to read ` + d.noun}
		switch {
		case hasAttribute(p, d.typeName, "tramo_id"):
			heads = append(heads, "tramo_id: Unable to read "+d.noun)
		case hasAttribute(p, d.typeName, "latitud"): // the first attribute
			heads = append(heads, "latitud: Unable to read "+d.noun)
		default:
			heads = append(heads, "Unable to read "+d.noun)
		}
		acctest.Expect(t, d.typeName, errs, heads...)
		errs = p.Data(d.typeName, d.config.With(acctest.Values{"parametros": acctest.Values{"desde": "ayer"}})).Errors()
		if strings.Contains(strings.Join(errs, ""), "[\"") {
			t.Errorf("%s places it on another key: %q", d.typeName, errs)
		}
	}
}

// hasAttribute reports whether a data source has an attribute.
func hasAttribute(p *acctest.Proto, typeName, attribute string) bool {
	return slices.ContainsFunc(p.Schema.DataSourceSchemas[typeName].Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == attribute })
}
