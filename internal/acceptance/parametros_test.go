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
		want        []string
	}{
		{"parking_tramos_cercanos", near, "latitud", "1", []string{`ElementKeyString("latitud")`, "latitud is an attribute of the data source"}},
		{"parking_tramos_cercanos", near, "longitud", "1", []string{`ElementKeyString("longitud")`, "longitud is an attribute"}},
		{"parking_tramo_precios_estacionar", acctest.Values{"tramo_id": 7}, "tramo_id", "8", []string{"tramo_id is an attribute"}},
		{"parking_reservas", acctest.Values{}, "page", "2", []string{`ElementKeyString("page")`, "Every page is read"}},
		{"parking_reservas_activas", acctest.Values{}, "page", "2", []string{"Every page is read"}},
		{"parking_sanciones", acctest.Values{}, "page", "2", []string{"Every page is read"}},
		{"parking_informacion", acctest.Values{}, "idioma", nil, []string{`ElementKeyString("idioma")`, "idioma has no value"}},
		{"parking_faq_grupos", acctest.Values{}, "", "x", []string{"no name"}},
	} {
		name, _ := c.name.(string)
		config := c.config.With(acctest.Values{"parametros": acctest.Values{name: c.value}})
		acctest.Expect(t, c.typeName+" "+name, p.ValidateData(c.typeName, config), c.want...)
	}
	unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	for _, d := range dataSources {
		if !hasAttribute(p, d.typeName, "parametros") {
			continue
		}
		for _, parametros := range []any{nil, acctest.Values{}, acctest.Values{"otro": "x", "Latitud": "1"}, acctest.Values{"otro": unknown},
			tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)} {
			if errs := p.ValidateData(d.typeName, d.config.With(acctest.Values{"parametros": parametros})); len(errs) > 0 {
				t.Errorf("%s refuses %v: %v", d.typeName, parametros, errs)
			}
		}
	}
}

// What the service complains of is on the key that was sent under that very name, and
// on the attribute otherwise.
func TestParametrosComplainedOf(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for _, d := range dataSources {
		if !hasAttribute(p, d.typeName, "parametros") {
			continue
		}
		w.Answer(func(*http.Request) http.HandlerFunc {
			return answers.Body(422, `{"estado":"fail","error":"No vale","errores":{"Desde":["no es una fecha"],"LATITUD":"lejos","tramo_id":"cerrado"}}`)
		})
		errs := p.Data(d.typeName, d.config.With(acctest.Values{"parametros": acctest.Values{"Desde": "ayer", "LATITUD": "1"}})).Errors()
		all := strings.Join(errs, "\n")
		for _, want := range []string{`AttributeName("parametros").ElementKeyString("Desde"): `, "refuses Desde of ", d.noun, "no es una fecha", `AttributeName("parametros").ElementKeyString("LATITUD"): `, "lejos"} {
			if !strings.Contains(all, want) {
				t.Errorf("%s does not say %q: %q", d.typeName, want, errs)
			}
		}
		if onTramo := strings.Contains(all, `AttributeName("tramo_id"): `); onTramo != hasAttribute(p, d.typeName, "tramo_id") {
			t.Errorf("%s: %q", d.typeName, errs)
		}
		errs = p.Data(d.typeName, d.config.With(acctest.Values{"parametros": acctest.Values{"desde": "ayer"}})).Errors()
		if strings.Contains(strings.Join(errs, ""), "ElementKeyString") {
			t.Errorf("%s places it on another key: %q", d.typeName, errs)
		}
	}
}

// hasAttribute reports whether a data source has an attribute.
func hasAttribute(p *acctest.Proto, typeName, attribute string) bool {
	return slices.ContainsFunc(p.Schema.DataSourceSchemas[typeName].Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == attribute })
}
