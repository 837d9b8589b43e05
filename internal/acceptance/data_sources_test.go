package acceptance

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// dataSource is one data source and a configuration that the sandbox answers.
type dataSource struct {
	typeName    string
	config      acctest.Values
	none        acctest.Values // what does not exist
	route       string         // of the request
	unpublished bool           // its path
	noun        string
}

var (
	seven, ninetyNine = acctest.Values{"tramo_id": 7}, acctest.Values{"id": 99}
	ofOne, near       = acctest.Values{"cliente_id": 1}, acctest.Values{"latitud": -2.89, "longitud": -79.0}
)

var dataSources = []dataSource{
	{typeName: "parking_tramo", config: acctest.Values{"id": 7}, none: ninetyNine, route: "tramo/7", noun: "section"},
	{typeName: "parking_tramos", route: "tramos", noun: "catalogue of sections"},
	{typeName: "parking_tramos_cercanos", config: near, route: "tramos-cercanos", noun: "sections"},
	{typeName: "parking_tramo_precios_estacionar", config: seven, none: acctest.Values{"tramo_id": 99}, route: "tramo-precios-estacionar",
		noun: "prices"},
	{typeName: "parking_tipo_vehiculo", config: acctest.Values{"id": 2}, route: "tipo-vehiculo", noun: "vehicle types"},
	{typeName: "parking_tipos_vehiculo", route: "tipo-vehiculo", noun: "vehicle types"},
	{typeName: "parking_faq", config: acctest.Values{"id": 4}, none: ninetyNine, route: "faq", noun: "question"},
	{typeName: "parking_faq_grupos", route: "faq-grupos", unpublished: true, noun: "groups of questions"},
	{typeName: "parking_informacion", route: "informacion", unpublished: true, noun: "application information"},
	{typeName: "parking_placa", config: acctest.Values{"placa": "AKX0359"}, none: acctest.Values{"placa": "A-99"}, route: "placa/AKX0359",
		noun: "plate"},
	{typeName: "parking_vehiculo", config: acctest.Values{"id": 1}, none: ninetyNine, route: "vehiculo/1", noun: "vehicle"},
	{typeName: "parking_vehiculo", config: ofOne.With(acctest.Values{"placa": "AKX0359"}), route: "vehiculos", noun: "vehicle"},
	{typeName: "parking_vehiculos", config: ofOne, route: "vehiculos", noun: "vehicles"},
	{typeName: "parking_zonas_favoritas", config: ofOne, route: "zona-favorita", noun: "favourites"},
	{typeName: "parking_reservas", route: "reservas", noun: "reservations"},
	{typeName: "parking_reservas_activas", route: "reservas-activas", noun: "active reservations"},
	{typeName: "parking_sanciones", route: "sanciones", unpublished: true, noun: "sanctions"},
}

// Every data source is listed above, and says what could not be read: if the service fails, if its path is not configured, and if there is
// no such thing, on the attribute that names it. What a failure is the tests of the client show.
func TestDataSourcesFail(t *testing.T) {
	t.Parallel()
	for name := range acctest.NewProto(t).Schema.DataSourceSchemas {
		if name != "parking_cliente" && !slices.ContainsFunc(dataSources, func(d dataSource) bool { return d.typeName == name }) {
			t.Errorf("%s is not tested with the others", name)
		}
	}
	for _, d := range dataSources {
		t.Run(d.typeName, func(t *testing.T) {
			t.Parallel()
			w, unable := acctest.ConVehiculo(t), "Unable to read "+d.noun
			p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
			for attribute := range d.none {
				acctest.Expect(t, "no such thing", p.Data(d.typeName, d.none).Errors(), attribute+": "+unable)
			}
			if d.unpublished {
				acctest.Expect(t, "without its path", w.Proto(nil).Data(d.typeName, d.config.With(nil)).Errors(), unable)
			}
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/" + d.route: answers.Body(500, `<html>Bad Gateway</html>`)}))
			errs := p.Data(d.typeName, d.config.With(nil)).Errors()
			if len(errs) != 1 || !strings.Contains(errs[0], unable+"\n") {
				t.Errorf("got the errors %q", errs)
			}
		})
	}
}

func TestDataSourcesRefuseIdentifiersBelowOne(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for typeName, schema := range p.Schema.DataSourceSchemas {
		for _, a := range schema.Block.Attributes {
			if (a.Required || a.Optional) && (a.Name == "id" || strings.HasSuffix(a.Name, "_id")) {
				errs := strings.Join(p.ValidateData(typeName, acctest.Values{a.Name: 0}), "\n")
				acctest.ExpectSays(t, typeName, "\n"+errs, "\n"+a.Name+": Invalid Attribute Value\n")
			}
		}
	}
}

// In one run no data source repeats a request.
func TestDataSourcesAskOnce(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for range 2 {
		for _, d := range dataSources {
			acctest.NoErrors(t, d.typeName, p.DataAgain(d.typeName, d.config.With(nil)))
		}
	}
	asked := map[string]bool{}
	for _, e := range w.Journal() {
		if question := e.Path + "?" + e.Query; asked[question] {
			t.Errorf("asked again %s", question)
		} else {
			asked[question] = true
		}
	}
}

// Names that the data source has as attributes of its own, page where every page is read, and what is no parameter are refused before
// anything is sent.
func TestParametrosRefused(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for _, d := range dataSources {
		attributes, _ := p.Schema.DataSourceSchemas[d.typeName].ValueType().(tftypes.Object)
		if attributes.AttributeTypes["parametros"] == nil {
			continue
		}
		with := func(parametros acctest.Values) []string {
			return p.ValidateData(d.typeName, d.config.With(acctest.Values{"parametros": parametros}))
		}
		refused := slices.Collect(maps.Keys(d.config))
		if slices.Contains([]string{"reservas", "reservas-activas", "sanciones", "tramos-cercanos"}, d.route) {
			refused = append(refused, "page")
		}
		for _, name := range refused {
			acctest.Expect(t, d.typeName, with(acctest.Values{name: "1"}), `parametros["`+name+`"]: Invalid Attribute Value Match`)
		}
		acctest.Expect(t, d.typeName, with(acctest.Values{"": "x"}), `parametros[""]: Invalid Attribute Value Length`)
		acctest.Expect(t, d.typeName, with(acctest.Values{"otro": "x", "Latitud": "1", "open": acctest.UnknownText, "null": nil}))
	}
}

// Every record is listed, by its identifier and as it came, and parametros are sent.
func TestRecordsDataSources(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Exec(`INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES
		(1, 1, 1, 60, 'bloqueada', 90, unixepoch() - 9000, unixepoch() - 5400),
		(2, 1, 1, 60, 'bloqueada', 90, unixepoch() - 60, unixepoch() + 3540),
		(3, 2, 1, 60, 'bloqueada', 90, unixepoch() - 60, unixepoch() + 3540)`)
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for _, c := range []struct {
		asked string // the operation is the name of the data source
		given acctest.Values
		want  string
	}{
		{asked: "reservas?", want: "[3 2 1]"},
		{asked: "reservas_activas?", want: "[3 2]"},
		{asked: "reservas_activas?tramo_id=2&vehiculo_id=1", given: acctest.Values{"vehiculo_id": "1", "tramo_id": "2", "x": nil},
			want: "[3]"},
		{asked: "sanciones?", want: "[1 2 3 4 5 6 7 8]"},
		{asked: "sanciones?estado=abierta&placa=VBR-0105", given: acctest.Values{"placa": "VBR-0105", "estado": "abierta"}, want: "[5]"},
	} {
		typeName, _, _ := strings.Cut("parking_"+c.asked, "?")
		state := p.LookUp(typeName, acctest.Values{"parametros": c.given})
		w.ExpectAsked(c.asked)
		var inDatos []any
		records, _ := state["datos"].([]any)
		for _, record := range records {
			fields, _ := record.(acctest.Values)
			inDatos = append(inDatos, fields["id"])
		}
		if fmt.Sprint(state["ids"]) != c.want || fmt.Sprint(inDatos) != c.want {
			t.Errorf("%s: ids are %v, and in datos %v, wanted %s", c.asked, state["ids"], inDatos, c.want)
		}
	}
}

// The config of a list is a client.
func TestListConfig(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, open := w.Proto(nil), acctest.Values{"cliente_id": acctest.UnknownNumber}
	acctest.Expect(t, "unknown", p.ValidateList("parking_vehiculo", open))
	acctest.Expect(t, "zero", p.ValidateList("parking_vehiculo", acctest.Values{"cliente_id": 0}), "cliente_id: Invalid Attribute Value")
	_, diags := p.ListAll(acctest.Query{TypeName: "parking_vehiculo", Config: open})
	acctest.Expect(t, "unknown", acctest.ErrorsOf(diags), "cliente_id: Client not known yet")
	w.ExpectRequests(map[string]int{})
	late := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	_, diags = late.ListAll(acctest.FleetQuery(0, false))
	acctest.Expect(t, "provider not known", acctest.ErrorsOf(diags), "Provider configuration not known yet")
}
