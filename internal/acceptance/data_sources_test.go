package acceptance

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// dataSource is one data source and a configuration that the sandbox answers.
type dataSource struct {
	typeName  string
	config    acctest.Values
	route     string // of the request, as for on
	noun      string
	attribute string // that says which one is meant; empty where none does
	missing   any    // a value of it that the sandbox does not have
	none      string // what it says then
	ids       string // attributes that are identifiers
	shapeless bool   // an answer of any shape is one
}

var dataSources = []dataSource{
	{"parking_tramo", acctest.Values{"id": 7}, "GET /external/tramo/7", "section", "id", 99, "Unable to read section", "id", false},
	{"parking_tramos", acctest.Values{}, "GET /external/tramos", "catalogue of sections", "", nil, "", "", false},
	{"parking_tramos_cercanos", acctest.Values{"latitud": -2.89, "longitud": -79.0}, "GET /external/tramos-cercanos", "sections", "", nil, "", "", false},
	{"parking_tramo_precios_estacionar", acctest.Values{"tramo_id": 7}, "GET /external/tramo-precios-estacionar", "prices", "tramo_id", 99, "Unable to read prices", "tramo_id", true},
	{"parking_tipo_vehiculo", acctest.Values{"id": 2}, "GET /external/tipo-vehiculo", "vehicle types", "id", 99, "Vehicle type not found", "id", false},
	{"parking_tipos_vehiculo", acctest.Values{}, "GET /external/tipo-vehiculo", "vehicle types", "", nil, "", "", false},
	{"parking_faq", acctest.Values{"id": 4}, "GET /external/faq", "question", "id", 99, "Unable to read question", "id", false},
	{"parking_faq_grupos", acctest.Values{}, "GET /external/faq-grupos", "groups of questions", "", nil, "", "", true},
	{"parking_informacion", acctest.Values{}, "GET /external/informacion", "application information", "", nil, "", "", true},
	{"parking_placa", acctest.Values{"placa": "A-1"}, "GET /external/placa/A-1", "plate", "placa", "A-99", "Unable to read plate", "", false},
	{"parking_vehiculo", acctest.Values{"id": 1}, "GET /external/vehiculo/1", "vehicle", "id", 99, "Unable to read vehicle", "id", false},
	{"parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A-1"}, "GET /external/vehiculos", "vehicle", "placa", "A-99", "No such vehicle", "cliente_id", false},
	{"parking_vehiculos", acctest.Values{"cliente_id": 2}, "GET /external/vehiculos", "vehicles", "", nil, "", "cliente_id", false},
	{"parking_zonas_favoritas", acctest.Values{"cliente_id": 2}, "GET /external/zona-favorita", "favourites", "", nil, "", "cliente_id zona_id tramo_id celda_id", true},
	{"parking_reservas", acctest.Values{}, "GET /external/reservas", "reservations", "", nil, "", "", false},
	{"parking_reservas_activas", acctest.Values{}, "GET /external/reservas-activas", "active reservations", "", nil, "", "", false},
	{"parking_sanciones", acctest.Values{}, "GET /external/sanciones", "sanctions", "", nil, "", "", false},
}

func TestDataSourcesNotFound(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		if d.attribute == "" {
			continue
		}
		t.Run(d.typeName+d.attribute, func(t *testing.T) {
			t.Parallel()
			read := acctest.NewServer(t, sandbox.Options{}).Proto(nil).Data(d.typeName, d.config.With(acctest.Values{d.attribute: d.missing}))
			acctest.Expect(t, "error", read.Errors(), d.attribute+": "+d.none)
		})
	}
}

func TestDataSourcesServiceFailures(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		t.Run(d.typeName, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
			for _, c := range []struct {
				status int
				body   string
				shape  bool // it fails by its shape alone
			}{
				{401, `{"estado":"fail","error":"no autorizado"}`, false},
				{429, `{"estado":"fail","error":"despacio"}`, false},
				{500, `<html>Bad Gateway</html>`, false},
				{200, `{"estado":"fail","error":"mantenimiento","errores":{"otro":"vuelva"}}`, false},
				{200, `{"estado":"ok","dat`, false},
				{200, `{"estado":"ok"}`, true},
				{200, `{"estado":"ok","data":"texto"}`, true},
				{404, `<html>Not Found</html>`, false},
			} {
				if d.shapeless && c.shape {
					continue
				}
				w.Answer(func(r *http.Request) http.HandlerFunc {
					if r.Method+" "+r.URL.Path != d.route || !strings.Contains("A-1A1", r.URL.Query().Get("placa")) || r.URL.Query().Has("zona_id") { // a control
						return nil
					}
					return answers.Body(c.status, c.body)
				})
				errs := p.Data(d.typeName, d.config).Errors()
				for i, text := range errs {
					if at, rest, is := strings.Cut(text, ": Unable"); is && !strings.Contains(at, " ") { // on an attribute
						errs[i] = "Unable" + rest
					}
				}
				acctest.Expect(t, c.body, errs, "Unable to read "+d.noun)
			}
		})
	}
}

func TestDataSourcesRefuseIdentifiersBelowOne(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for _, d := range dataSources {
		for _, id := range strings.Fields(d.ids) {
			acctest.Expect(t, d.typeName, p.ValidateData(d.typeName, d.config.With(acctest.Values{id: 0})), id+": Invalid Attribute Value")
		}
	}
}

// Every data source of the provider is in the list above.
func TestDataSourcesListed(t *testing.T) {
	t.Parallel()
	for name := range acctest.NewProto(t).Schema.DataSourceSchemas {
		if name != "parking_cliente" && !slices.ContainsFunc(dataSources, func(d dataSource) bool { return d.typeName == name }) {
			t.Errorf("%s is not tested with the others", name)
		}
	}
}

// In one run no data source repeats a request, and after a write only a catalogue is not read again.
func TestDataSourcesAskOnce(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("A-1")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 2, 'A-1')")
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	read := func() []string {
		for range 2 {
			for _, d := range dataSources {
				acctest.NoErrors(t, d.typeName, p.DataAgain(d.typeName, d.config))
			}
		}
		var asked []string
		for _, e := range w.Journal() {
			asked = append(asked, e.Path+"?"+e.Query)
		}
		slices.Sort(asked)
		w.Requests()
		return asked
	}
	first := read()
	routes := make(map[string]bool)
	for _, d := range dataSources {
		routes[d.route] = true
	}
	if once := slices.Compact(slices.Clone(first)); len(once) != len(first) || len(once) != len(routes) {
		t.Errorf("asked %d different questions of %d in %q", len(once), len(routes), first)
	}
	if again := read(); len(again) > 0 {
		t.Errorf("asked again %q", again)
	}
	acctest.NoErrors(t, "write", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "N-1", "tipo_vehiculo_id": 1}))
	w.Requests()
	after := read()
	for _, question := range first {
		catalogue := slices.ContainsFunc([]string{"/tramos?", "/faq", "/tipo-vehiculo", "/informacion"}, func(of string) bool {
			return strings.Contains(question, of)
		})
		// The vehicles of a client are what was read and what this run created since.
		if known := strings.HasSuffix(question, "/vehiculos?cliente_id=2"); slices.Contains(after, question) == catalogue && !known {
			t.Errorf("after a write: asked %q, of which %s is wrong", after, question)
		}
	}
}
