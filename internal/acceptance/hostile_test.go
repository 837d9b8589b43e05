package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What hostile answers leave in the state: nothing.

// hostileValues are values that a field may come with, one of a kind; the client's tests have the others.
var hostileValues = []string{`null`, `"texto"`, `7`, `1`, `2.5`, `true`, `[1]`, `{"texto":1}`}

// kind says what each of hostileValues is in the state of a field; those that are
// left out are errors (A11).
type kind map[string]any

func (k kind) but(changes kind) kind {
	out := kind{}
	for _, part := range []kind{k, changes} {
		for value, state := range part {
			out[value] = state
		}
	}
	return out
}

var (
	textKind    = kind{`null`: nil, `"texto"`: "texto", `7`: "7", `1`: "1", `2.5`: "2.5"}
	flagKind    = kind{`null`: false, `1`: true, `true`: true}
	integerKind = kind{`null`: nil, `7`: 7, `1`: 1}
	numberKind  = integerKind.but(kind{`2.5`: 2.5})
)

// hostileField is a field of a record, and what becomes of it.
type hostileField struct {
	field, attribute string
	kind             kind
}

// expectHostile checks what a read made of a value in a field.
func expectHostile(t *testing.T, f hostileField, value string, read acctest.Result, sound, failed acctest.Values) {
	t.Helper()
	want, understood := f.kind[value]
	if understood {
		acctest.ExpectWhole(t, f.field, read, sound.With(acctest.Values{f.attribute: want}))
		return
	}
	if errs := read.Errors(); len(errs) != 1 || !strings.Contains(errs[0], "Unable to read") || strings.Contains(errs[0], "texto") && !strings.Contains(value, `"texto"`) {
		t.Errorf("%s = %s: %q", f.field, value, errs)
	}
	acctest.ExpectSame(t, f.field, read.State, failed)
}

// record writes an object, in which one field has another value.
func record(fields [][2]string, field, value string) string {
	out, found := []string{}, false
	for _, f := range fields {
		if f[0] == field {
			f[1], found = value, true
		}
		out = append(out, fmt.Sprintf("%q:%s", f[0], f[1]))
	}
	if !found {
		out = append(out, fmt.Sprintf("%q:%s", field, value))
	}
	return "{" + strings.Join(out, ",") + "}"
}

// Every value in every field of every record that a resource reads: it is
// understood, or an error leaves the state as it was.
func TestResourcesHostileFields(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	one := func(record string) string { return `{"estado":"ok","data":` + record + `}` }
	page := func(record string) string {
		return `{"estado":"ok","data":[` + record + `],"total":1,"per_page":15,"current_page":1,"last_page":1}`
	}
	for typeName, tt := range map[string]struct {
		config acctest.Values
		routes map[string]func(record string) string
		record [][2]string
		fields []hostileField
	}{
		"parking_placa": {
			acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1},
			map[string]func(string) string{"GET /external/placa/AKX0359": one},
			[][2]string{{"placa", `"AKX0359"`}},
			[]hostileField{
				{"placa", "placa", kind{`null`: "AKX0359"}}, {"tipo_vehiculo_id", "tipo_vehiculo_id", integerKind},
				{"marca", "marca", textKind}, {"modelo", "modelo", textKind}, {"color", "color", textKind},
				{"electrico", "electrico", flagKind}, {"minusvalido", "minusvalido", flagKind}, {"exento", "exento", flagKind}, {"sancionable", "sancionable", flagKind},
			},
		},
		"parking_vehiculo": {
			acctest.DeclaredVehiculo,
			map[string]func(string) string{"GET /external/vehiculos": page, "GET /external/vehiculo/1": one},
			[][2]string{{"id", "1"}, {"cliente_id", "1"}, {"placa", `"AKX0359"`}},
			[]hostileField{
				{"id", "id", kind{`7`: 7, `1`: 1}}, {"cliente_id", "cliente_id", kind{`1`: 1}},
				// Vehicle 1 with another plate was given another plate.
				{"placa", "placa", textKind.but(kind{`null`: "AKX0359"})},
				{"nombre", "nombre", textKind}, {"activado", "activado", flagKind}, {"favorito", "favorito", flagKind},
			},
		},
		"parking_cliente": {
			acctest.Norte,
			map[string]func(string) string{"GET /external/cliente-email": one},
			[][2]string{{"email", `"flota.norte@example.com"`}},
			[]hostileField{
				{"email", "email", kind{`null`: "flota.norte@example.com"}}, {"id", "id", integerKind.but(kind{`null`: 2})}, {"nombre", "nombre", textKind},
				{"Apellidos", "apellidos", textKind}, {"prefijos", "prefijos", textKind}, {"telefono", "telefono", textKind}, {"cedula", "cedula", textKind},
			},
		},
		"parking_zona_favorita": {
			acctest.DeclaredFavorita,
			map[string]func(string) string{"GET " + acctest.Favoritas: page},
			[][2]string{{"id", "1"}, {"cliente_id", "1"}, {"zona_id", "1"}, {"tramo_id", "5"}, {"celda_id", "17"}},
			[]hostileField{
				{"id", "id", integerKind.but(kind{`null`: 1})}, // without one, the place tells
				{"cliente_id", "cliente_id", kind{`null`: 1, `1`: 1}},
				{"zona_id", "zona_id", integerKind}, {"tramo_id", "tramo_id", integerKind}, {"celda_id", "celda_id", integerKind},
			},
		},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewWorld(t, sandbox.Options{})
			if typeName == "parking_vehiculo" {
				w.Placas("AKX0359")
			}
			p := w.Proto(nil)
			created := p.Apply(typeName, acctest.Result{}, tt.config)
			acctest.NoErrors(t, "created", created)
			for _, f := range tt.fields {
				for _, value := range hostileValues {
					w.Answer(func(r *http.Request) http.HandlerFunc {
						if answer := tt.routes[r.Method+" "+r.URL.Path]; answer != nil {
							return answers.Body(200, answer(record(tt.record, f.field, value)))
						}
						return nil
					})
					read := w.Proto(nil).Read(typeName, created) // one that knows nothing yet
					expectHostile(t, f, value, read, created.State, created.State)
					if _, understood := f.kind[value]; !understood && len(read.Errors()) == 1 && !strings.Contains(read.Errors()[0], f.field) && f.attribute != "placa" && f.attribute != "email" && f.attribute != "cliente_id" {
						t.Errorf("%s = %s: the error does not name it: %s", f.field, value, read.Errors()[0])
					}
				}
			}
		})
	}
}

// The same for the data sources, of which an error leaves what is configured.
func TestDataSourcesHostileFields(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	passed := kind{`null`: nil, `"texto"`: "texto", `7`: 7, `1`: 1, `2.5`: 2.5, `true`: true, `[1]`: []any{1}, `{"texto":1}`: acctest.Values{"texto": 1}}
	for typeName, tt := range map[string]struct {
		id     int
		route  string
		list   bool
		sound  acctest.Values
		fields []hostileField
		other  string // the field that goes to datos
	}{
		"parking_tramo": {7, "GET /external/tramo/7", false,
			acctest.Values{"id": 7, "nombre": nil, "direccion": nil, "latitud": nil, "longitud": nil, "libres": nil, "librescoche": nil, "libresmoto": nil, "datos": acctest.Values{}},
			[]hostileField{
				{"id", "id", kind{`7`: 7}}, {"nombre", "nombre", textKind}, {"direccion", "direccion", textKind}, {"latitud", "latitud", numberKind}, {"longitud", "longitud", numberKind},
				{"libres", "libres", integerKind}, {"librescoche", "librescoche", integerKind}, {"libresmoto", "libresmoto", integerKind},
			}, "x"},
		"parking_tipo_vehiculo": {7, "GET /external/tipo-vehiculo", true,
			acctest.Values{"id": 7, "nombre": nil, "datos": acctest.Values{}},
			[]hostileField{{"nombre", "nombre", textKind}}, "x"},
		"parking_faq": {7, "GET /external/faq", false,
			acctest.Values{"id": 7, "pregunta": nil, "respuesta": nil, "grupo": nil},
			[]hostileField{
				{"id", "id", kind{`null`: 7, `7`: 7}}, {"pregunta", "pregunta", textKind}, {"respuesta", "respuesta", textKind},
				{"grupo", "grupo", kind{`null`: nil, `{"texto":1}`: acctest.Values{"id": nil, "nombre": nil}}},
			}, ""},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewWorld(t, sandbox.Options{})
			p := w.Proto(nil)
			failed := acctest.Values{} // as configured
			for attribute := range tt.sound {
				failed[attribute] = nil
			}
			failed["id"] = tt.id
			read := func(field, value string) acctest.Result {
				data := record([][2]string{{"id", fmt.Sprint(tt.id)}}, field, value)
				if tt.list {
					data = `[{"id":1,"nombre":"Otro"},` + data + `]`
				}
				w.Answer(answers.On(map[string]http.HandlerFunc{tt.route: answers.Body(200, `{"estado":"ok","data":`+data+`}`)}))
				return p.Data(typeName, acctest.Values{"id": tt.id})
			}
			for _, f := range tt.fields {
				for _, value := range hostileValues {
					expectHostile(t, f, value, read(f.field, value), tt.sound, failed)
				}
			}
			for _, value := range hostileValues {
				if tt.other == "" {
					continue
				}
				f := hostileField{tt.other, "datos", kind{value: acctest.Values{tt.other: passed[value]}}}
				expectHostile(t, f, value, read(tt.other, value), tt.sound, failed)
			}
		})
	}
}

// An answer about another thing than the one that was asked for, or that was
// created, never enters the state, and what it is about is never written to.
func TestAnswersAboutOtherThings(t *testing.T) {
	t.Parallel()
	page := func(records string) http.HandlerFunc {
		return answers.Body(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":1,"last_page":1}`, records, 1+strings.Count(records, "},{")))
	}
	one := func(record string) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+record+`}`) }
	type row struct {
		typeName string
		config   acctest.Values
		routes   map[string]http.HandlerFunc
	}
	acctest.Each(t, map[string]row{
		"plate":                  {"parking_placa", acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, map[string]http.HandlerFunc{"GET /external/placa/AKX0359": one(`{"placa":"ZZR0033","tipo_vehiculo_id":2}`)}},
		"client of another id":   {"parking_cliente", acctest.Norte, map[string]http.HandlerFunc{"GET /external/cliente-email": one(`{"id":3,"nombre":"Ajeno"}`)}},
		"vehicle, unfiltered":    {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":1,"cliente_id":1,"placa":"AKX0359"},{"id":8,"cliente_id":2,"placa":"ZZR0033"}`)}},
		"vehicle, same plate":    {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"cliente_id":2,"placa":"AKX0359"}`)}},
		"vehicle, nobody's":      {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"cliente_id":null,"placa":"AKX0359"}`)}},
		"vehicle, no owners":     {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"placa":"AKX0359"},{"id":9,"placa":"ZZR0033"}`)}},
		"vehicle, one owner":     {"parking_vehiculo", acctest.DeclaredVehiculo, map[string]http.HandlerFunc{"GET /external/vehiculos": page(`{"id":8,"placa":"AKX0359"},{"id":9,"cliente_id":1,"placa":"AKX0359"}`)}},
		"favourite":              {"parking_zona_favorita", acctest.DeclaredFavorita, map[string]http.HandlerFunc{"GET " + acctest.Favoritas: one(`[{"id":1,"cliente_id":2,"zona_id":1,"tramo_id":5,"celda_id":17}]`)}},
		"favourite among others": {"parking_zona_favorita", acctest.DeclaredFavorita, map[string]http.HandlerFunc{"GET " + acctest.Favoritas: one(`[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":2,"cliente_id":2,"zona_id":1}]`)}},
		"favourite twice":        {"parking_zona_favorita", acctest.DeclaredFavorita, map[string]http.HandlerFunc{"GET " + acctest.Favoritas: one(`[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":1,"cliente_id":1,"zona_id":2}]`)}},
		"client":                 {"parking_cliente", acctest.Norte, map[string]http.HandlerFunc{"GET /external/cliente-email": one(`{"id":3,"email":"flota.sur@example.com","nombre":"Ajeno"}`)}},
	}, func(t *testing.T, tt row) {
		w := acctest.NewWorld(t, sandbox.Options{})
		if tt.typeName == "parking_vehiculo" {
			w.Placas("AKX0359")
		}
		p := w.Proto(nil)
		created := p.Apply(tt.typeName, acctest.Result{}, tt.config)
		acctest.NoErrors(t, "created", created)
		w.Requests()
		w.Answer(answers.On(tt.routes))
		read := w.Proto(nil).Read(tt.typeName, created) // one that knows nothing yet
		noun := map[string]string{"parking_placa": "plate", "parking_vehiculo": "vehicle", "parking_zona_favorita": "favourite", "parking_cliente": "client"}[tt.typeName]
		acctest.Expect(t, "read", read.Errors(), "Unable to read "+noun)
		acctest.ExpectSame(t, "read", read.State, created.State)
		w.ExpectRequests(map[string]int{})
		if tt.typeName == "parking_placa" {
			return // registered before it is read, and kept with a warning when it cannot be
		}
		again := w.Proto(nil).Apply(tt.typeName, acctest.Result{}, tt.config)
		if len(again.Errors()) != 1 || again.State != nil {
			t.Errorf("created: %v, %q", again.State, again.Errors())
		}
		w.ExpectRequests(map[string]int{})
	})
}

// As much as the client passes on is passed on by a data source, whole and soon.
func TestDatosAtTheirBounds(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	p := w.Proto(nil)
	nest := func(n int, open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	for name, value := range map[string]string{
		"as deep as can be":     nest(32, "[", "", "]"),
		"deep and wide":         nest(30, `{"a":`, "[1"+strings.Repeat(",1", 8999)+"]", "}"),
		"a number, many digits": strings.Repeat("9", 400),
		"a number, very many":   strings.Repeat("9", 1<<19),
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/tramo/7": answers.Body(200, `{"estado":"ok","data":{"id":7,"x":`+value+`}}`)}))
		read := p.Data("parking_tramo", acctest.Values{"id": 7})
		datos, ok := read.State["datos"].(acctest.Values)
		if !ok || datos["x"] == nil || len(read.Diags) > 0 {
			t.Errorf("%s: got %q, want the value", name, read.Errors())
		}
		if strings.HasPrefix(name, "a number") && datos["x"] != value { // but its digits
			t.Errorf("%s: got %v, want all of its digits", name, datos["x"])
		}
	}
}
