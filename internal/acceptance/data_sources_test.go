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

// dataSource is one data source and a configuration that the sandbox answers.
type dataSource struct {
	typeName string
	config   acctest.Values
	route    string // of the request
	noun     string
}

var dataSources = []dataSource{
	{typeName: "parking_tramo", config: acctest.Values{"id": 7}, route: "tramo/7", noun: "section"},
	{typeName: "parking_tramos", config: acctest.Values{}, route: "tramos", noun: "catalogue of sections"},
	{typeName: "parking_tramos_cercanos", config: acctest.Values{"latitud": -2.89, "longitud": -79.0}, route: "tramos-cercanos", noun: "sections"},
	{typeName: "parking_tramo_precios_estacionar", config: acctest.Values{"tramo_id": 7}, route: "tramo-precios-estacionar", noun: "prices"},
	{typeName: "parking_tipo_vehiculo", config: acctest.Values{"id": 2}, route: "tipo-vehiculo", noun: "vehicle types"},
	{typeName: "parking_tipos_vehiculo", config: acctest.Values{}, route: "tipo-vehiculo", noun: "vehicle types"},
	{typeName: "parking_faq", config: acctest.Values{"id": 4}, route: "faq", noun: "question"},
	{typeName: "parking_faq_grupos", config: acctest.Values{}, route: "faq-grupos", noun: "groups of questions"},
	{typeName: "parking_informacion", config: acctest.Values{}, route: "informacion", noun: "application information"},
	{typeName: "parking_placa", config: acctest.Values{"placa": "A-1"}, route: "placa/A-1", noun: "plate"},
	{typeName: "parking_vehiculo", config: acctest.Values{"id": 1}, route: "vehiculo/1", noun: "vehicle"},
	{typeName: "parking_vehiculo", config: acctest.Values{"cliente_id": 2, "placa": "A-1"}, route: "vehiculos", noun: "vehicle"},
	{typeName: "parking_vehiculos", config: acctest.Values{"cliente_id": 2}, route: "vehiculos", noun: "vehicles"},
	{typeName: "parking_zonas_favoritas", config: acctest.Values{"cliente_id": 2}, route: "zona-favorita", noun: "favourites"},
	{typeName: "parking_reservas", config: acctest.Values{}, route: "reservas", noun: "reservations"},
	{typeName: "parking_reservas_activas", config: acctest.Values{}, route: "reservas-activas", noun: "active reservations"},
	{typeName: "parking_sanciones", config: acctest.Values{}, route: "sanciones", noun: "sanctions"},
}

// Every data source is listed above, and says what could not be read. What a failure is the tests of the client show.
func TestDataSourcesServiceFailures(t *testing.T) {
	t.Parallel()
	for name := range acctest.NewProto(t).Schema.DataSourceSchemas {
		if name != "parking_cliente" && !slices.ContainsFunc(dataSources, func(d dataSource) bool { return d.typeName == name }) {
			t.Errorf("%s is not tested with the others", name)
		}
	}
	for _, d := range dataSources {
		t.Run(d.typeName, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/" + d.route: answers.Body(500, `<html>Bad Gateway</html>`)}))
			errs := w.Proto(acctest.Values{"endpoints": acctest.Unpublished}).Data(d.typeName, d.config).Errors()
			if len(errs) != 1 || !strings.Contains(errs[0], "Unable to read "+d.noun+"\n") {
				t.Errorf("got the errors %q", errs)
			}
		})
	}
}

// What does not exist is an error on the attribute that names it, and so is a path that is not configured or wrong.
func TestDataSourcesNotFound(t *testing.T) {
	t.Parallel()
	type row struct {
		config, endpoints acctest.Values
		says              string
	}
	for name, c := range map[string]row{
		"parking_tramo":                    {config: acctest.Values{"id": 99}, says: "id: Unable to read section"},
		"parking_tramo_precios_estacionar": {config: acctest.Values{"tramo_id": 99}, says: "tramo_id: Unable to read prices"},
		"parking_faq":                      {config: acctest.Values{"id": 99}, says: "id: Unable to read question"},
		"parking_placa":                    {config: acctest.Values{"placa": "A-99"}, says: "placa: Unable to read plate"},
		"parking_vehiculo":                 {config: acctest.Values{"id": 99}, says: "id: Unable to read vehicle"},
		"parking_faq_grupos":               {says: "Unable to read groups of questions"},
		"parking_informacion":              {says: "Unable to read application information"},
		"parking_sanciones":                {endpoints: acctest.Values{"sanciones": "/external/multas"}, says: "Unable to read sanctions"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := acctest.NewServer(t, sandbox.Options{}).Proto(acctest.Values{"endpoints": c.endpoints})
			acctest.Expect(t, "error", p.Data(name, c.config.With(nil)).Errors(), c.says)
		})
	}
}

// A list that is denied as one is that must be empty is empty, and what the service says is shown.
func TestDataSourcesNothingToList(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Path == "/external/cliente" { // which shows that the credential is valid
			return answers.Body(200, `{"estado":"ok","data":{"id":1}}`)
		}
		return answers.Body(200, `{"estado":"fail","error":"Sin servicio"}`)
	})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for typeName, list := range map[string]string{"parking_vehiculos": "vehiculos", "parking_zonas_favoritas": "zonas_favoritas"} {
		read := p.Data(typeName, acctest.Values{"cliente_id": 2})
		acctest.Expect(t, typeName, read.Warnings(), "Nothing to list")
		acctest.NoErrors(t, typeName, read)
		acctest.ExpectHeld(t, typeName, read, acctest.Values{list: []any{}})
	}
	for _, typeName := range []string{"parking_reservas", "parking_reservas_activas", "parking_sanciones"} { // which have no control
		if read := p.Data(typeName, acctest.Values{}); len(read.Errors()) != 1 {
			t.Errorf("%s: got the errors %q, want one", typeName, read.Errors())
		}
	}
}

func TestDataSourcesRefuseIdentifiersBelowOne(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for typeName, schema := range p.Schema.DataSourceSchemas {
		for _, a := range schema.Block.Attributes {
			if (a.Required || a.Optional) && (a.Name == "id" || strings.HasSuffix(a.Name, "_id")) {
				errs := p.ValidateData(typeName, acctest.Values{a.Name: 0})
				if !slices.ContainsFunc(errs, func(text string) bool { return strings.HasPrefix(text, a.Name+": Invalid Attribute Value\n") }) {
					t.Errorf("%s with %s = 0: got %q", typeName, a.Name, errs)
				}
			}
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
	read := func() (asked []string) {
		for range 2 {
			for _, d := range dataSources {
				acctest.NoErrors(t, d.typeName, p.DataAgain(d.typeName, d.config))
			}
		}
		for _, e := range w.Journal() {
			asked = append(asked, strings.TrimPrefix(e.Path, "/external/")+"?"+e.Query)
		}
		w.Requests()
		slices.Sort(asked)
		return asked
	}
	first := read()
	if once := slices.Compact(slices.Clone(first)); len(once) != len(first) || len(once) < 14 {
		t.Errorf("asked %d different questions in %q", len(once), first)
	}
	if again := read(); len(again) > 0 {
		t.Errorf("asked again %q", again)
	}
	acctest.NoErrors(t, "write", p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "N-1", "tipo_vehiculo_id": 1}))
	w.Requests()
	after := read()
	for _, question := range first {
		of, _, _ := strings.Cut(question, "?")
		catalogue := slices.Contains([]string{"tramos", "faq", "faq-grupos", "tipo-vehiculo", "informacion"}, of)
		// The vehicles of a client are what was read and what this run created since.
		if slices.Contains(after, question) == catalogue && question != "vehiculos?cliente_id=2" {
			t.Errorf("after a write: asked %q, of which %s is wrong", after, question)
		}
	}
}

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
