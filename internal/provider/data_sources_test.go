package provider

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// dataSource is one data source and a configuration that the sandbox answers.
type dataSource struct {
	typeName  string
	config    values
	route     string // of the request, as for on
	noun      string
	attribute string // that says which one is meant; empty where none does
	missing   any    // a value of it that the sandbox does not have
	ids       string // attributes that are identifiers
	shapeless bool   // an answer of any shape is one
}

var dataSources = []dataSource{
	{"parking_tramo", values{"id": 7}, "GET /external/tramo/7", "section", "id", 99, "id", false},
	{"parking_tramos", values{}, "GET /external/tramos", "catalogue of sections", "", nil, "", false},
	{"parking_tramos_cercanos", values{"latitud": -2.89, "longitud": -79.0}, "GET /external/tramos-cercanos", "sections", "", nil, "", false},
	{"parking_tramo_precios_estacionar", values{"tramo_id": 7}, "GET /external/tramo-precios-estacionar", "prices", "tramo_id", 99, "tramo_id", true},
	{"parking_tipo_vehiculo", values{"id": 2}, "GET /external/tipo-vehiculo", "vehicle types", "id", 99, "id", false},
	{"parking_tipos_vehiculo", values{}, "GET /external/tipo-vehiculo", "vehicle types", "", nil, "", false},
	{"parking_faq", values{"id": 4}, "GET /external/faq", "question", "id", 99, "id", false},
	{"parking_faq_grupos", values{}, "GET /external/faq-grupos", "groups of questions", "", nil, "", true},
	{"parking_informacion", values{}, "GET /external/informacion", "application information", "", nil, "", true},
	{"parking_placa", values{"placa": "A-1"}, "GET /external/placa/A-1", "plate", "placa", "A-99", "", false},
	{"parking_vehiculo", values{"id": 1}, "GET /external/vehiculo/1", "vehicle", "id", 99, "id", false},
	{"parking_vehiculo", values{"cliente_id": 2, "placa": "A-1"}, "GET /external/vehiculos", "vehicle", "placa", "A-99", "cliente_id", false},
	{"parking_vehiculos", values{"cliente_id": 2}, "GET /external/vehiculos", "vehicles", "", nil, "cliente_id", false},
	{"parking_zonas_favoritas", values{"cliente_id": 2}, "GET /external/zona-favorita", "favourites", "", nil, "cliente_id zona_id tramo_id celda_id", true},
	{"parking_reservas", values{}, "GET /external/reservas", "reservations", "", nil, "", false},
	{"parking_reservas_activas", values{}, "GET /external/reservas-activas", "active reservations", "", nil, "", false},
	{"parking_sanciones", values{}, "GET /external/sanciones", "sanctions", "", nil, "", false},
}

func TestDataSourcesNotFound(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		if d.attribute == "" {
			continue
		}
		for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
			t.Run(fmt.Sprint(d.typeName, d.attribute, status), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{FailStatus: status})
				read := w.proto(nil).data(d.typeName, d.config.with(values{d.attribute: d.missing}))
				expect(t, "error", read.errors(), `AttributeName("`+d.attribute+`")`, "99")
			})
		}
	}
}

func TestDataSourcesServiceFailures(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		t.Run(d.typeName, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(values{"endpoints": unpublished})
			for _, c := range []struct {
				status int
				body   string
				want   []string
			}{
				{401, `{"estado":"fail","error":"no autorizado"}`, []string{"no autorizado", "HTTP 401", "PARKING_CREDENTIAL"}},
				{429, `{"estado":"fail","error":"despacio"}`, []string{"despacio", "max_concurrency"}},
				{500, `<html>Bad Gateway</html>`, []string{"HTTP 500", "Bad Gateway", "ask the operator of the service"}},
				{200, `{"estado":"fail","error":"mantenimiento","errores":{"otro":"vuelva"}}`, []string{"mantenimiento", "otro: vuelva"}},
				{200, `{"estado":"ok","dat`, []string{"not the service's envelope"}},
				{200, `{"estado":"ok"}`, []string{`"data" is absent`}},
				{200, `{"estado":"ok","data":"texto"}`, []string{`"data" is a text`}},
				{404, `<html>Not Found</html>`, []string{"HTTP 404", "not the service's envelope"}},
			} {
				if d.shapeless && strings.HasPrefix(c.want[0], `"data" is`) {
					continue
				}
				w.answer(on(map[string]http.HandlerFunc{d.route: body(c.status, c.body)}))
				expect(t, c.body, p.data(d.typeName, d.config).errors(), append(c.want, "Unable to read "+d.noun)...)
			}
		})
	}
}

func TestDataSourcesProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	for _, d := range append(dataSources, dataSource{typeName: "parking_cliente"}) {
		expect(t, d.typeName, p.data(d.typeName, d.config).errors(), "Provider configuration not known yet", "base_url", "-target")
	}
}

func TestDataSourcesRefuseIdentifiersBelowOne(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for _, d := range dataSources {
		for _, id := range strings.Fields(d.ids) {
			expect(t, d.typeName, p.validateData(d.typeName, d.config.with(values{id: 0})), `AttributeName("`+id+`")`, "at least 1")
		}
	}
}

// Every data source of the provider is in the list above.
func TestDataSourcesListed(t *testing.T) {
	t.Parallel()
	for name := range newProto(t).schema.DataSourceSchemas {
		if name != "parking_cliente" && !slices.ContainsFunc(dataSources, func(d dataSource) bool { return d.typeName == name }) {
			t.Errorf("%s is not tested with the others", name)
		}
	}
}

// A record of another thing than the one asked for is no answer.
func TestDataSourcesOfAnotherIdentifier(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"id":8,"nombre":"Otro"}}`)
	})
	expect(t, "section", p.data("parking_tramo", values{"id": 7}).errors(), "section 7 was asked for, and 8 came")
	expect(t, "question", p.data("parking_faq", values{"id": 7}).errors(), "question 7 was asked for, and 8 came")
}
