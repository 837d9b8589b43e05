package acceptance

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// States that generic REST providers wrote: Mastercard/restapi 3.0.0 (also after a refresh, which overwrites the body
// with the answer), magodo/restful 0.25.2 and devops-rob/terracurl 2.3.0, with Terraform 1.11.4 against the sandbox. Only
// the address of the service was replaced.
const movedDir = "testdata/moved"

var movedStates = []string{"restapi", "restapi-refreshed", "restful", "terracurl"}

// olderStates have older schema versions, which the newest releases cannot upgrade.
var olderStates = []string{"restapi-2.0.1", "restful-0.15.0", "terracurl-1.2.2"}

// movedTo is what the objects of those states become, and the configuration of each.
var movedTo = map[string]string{"cliente": "parking_cliente", "placa": "parking_placa", "vehiculo": "parking_vehiculo",
	"zona": "parking_zona_favorita", "reserva": "parking_reserva"}

var movedConfigs = map[string]acctest.Values{
	"cliente": {"email": "reparto.centro@example.com", "nombre": "Reparto Centro", "apellidos": "Municipal", "prefijos": "+593",
		"telefono": "022000001", "cedula": "0100000001"},
	"placa":    {"placa": "AKX0359", "tipo_vehiculo_id": 1, "electrico": true},
	"vehiculo": {"cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón AKX0359"},
	"zona":     {"cliente_id": 1, "tramo_id": 3},
	"reserva":  {"tramo_id": 2, "vehiculo_id": 1, "minutos": 60},
}

type movedState struct {
	Resources []movedResource
}

type movedResource struct {
	Name, Type, Provider string
	Instances            []struct {
		SchemaVersion int64 `json:"schema_version"`
		Attributes    json.RawMessage
	}
}

func readMoved(t *testing.T, name string) (state movedState, text string) {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join(movedDir, name+".json"))
	if err == nil {
		err = json.Unmarshal(bytes, &state)
	}
	if err != nil {
		t.Fatal(err)
	}
	return state, string(bytes)
}

// movedWorld holds the objects of the recorded states.
func movedServer(t *testing.T) *acctest.Server {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, electrico) VALUES ('AKX0359', 1, 1), ('UXH5184', 2, 1)")
	w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (1, 'AKX0359', 'Furgón AKX0359'), (1, 'UXH5184', 'Furgón UXH5184')")
	w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 3)")
	w.Exec(`INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
		VALUES (2, 1, 60, 'bloqueada', 138, unixepoch() - 60, unixepoch() + 3540)`)
	return w
}

// Every object of every recorded state becomes one of this provider: nothing is planned, and nothing written or read
// twice.
func TestMovedStates(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Concat(movedStates, olderStates) {
		state, _ := readMoved(t, name)
		for _, from := range state.Resources {
			t.Run(name+"/"+from.Name, func(t *testing.T) {
				t.Parallel()
				w := movedServer(t)
				p := w.Proto(nil)
				typeName, source := movedTo[from.Name], from.Instances[0]
				moved := p.Move(typeName, from.Type, source.SchemaVersion, string(source.Attributes))
				acctest.NoMessages(t, "moved", moved)
				acctest.NoMessages(t, "applied without a refresh", w.Proto(nil).Apply(typeName, moved, movedConfigs[from.Name]))
				w.ExpectRequests(map[string]int{})
				read := p.Read(typeName, moved)
				acctest.NoMessages(t, "read", read)
				if made := w.Journal(); len(made) != 1 || made[0].Method != "GET" {
					t.Errorf("requests made: %v, wanted one GET", made)
				}
				acctest.ExpectSame(t, "identity", moved.Identity, read.Identity)
				expectNoChange(t, p, typeName, read, movedConfigs[from.Name])
				if all, _ := json.Marshal([]any{read.State, read.Identity, string(read.Private)}); strings.Contains(string(all), "secret") {
					t.Errorf("the credential is in the state: %s", all)
				}
			})
		}
	}
}

func expectNoChange(t *testing.T, p *acctest.Proto, typeName string, read acctest.Result, config acctest.Values) {
	t.Helper()
	planned := p.Plan(typeName, read, config)
	acctest.ExpectPlanned(t, "planned", planned)
	acctest.ExpectSame(t, "planned", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), read.State)
}

// A moved block takes a whole for_each. No plan and no apply of it writes, and the old provider is only there, not
// configured.
func TestCLIMovedBlocks(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.10")
	for _, name := range movedStates {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state, text := readMoved(t, name)
			w, folder := movedServer(t), t.TempDir()
			config := w.Config(movedFleet)
			for _, from := range state.Resources {
				config += "\nmoved {\n  from = " + from.Type + "." + from.Name + "\n  to   = " + movedTo[from.Name] + ".x\n}\n"
			}
			if name == "restful" { // it cannot read a favourite, which takes a body
				config = strings.Replace(config, movedFavourite, "", 1)
			}
			acctest.Write(t, filepath.Join(folder, "main.tf"), config)
			acctest.Write(t, filepath.Join(folder, "terraform.tfstate"), text)
			// OpenTofu takes its own registry for Terraform's in a state.
			address, _, _ := strings.Cut(strings.TrimPrefix(state.Resources[0].Provider, `provider["registry.terraform.io/`), `"`)
			c := acctest.NewCLI(t, folder, nil, "registry.terraform.io/"+address, "registry.opentofu.org/"+address)
			if plan := c.Ok("plan", "-no-color"); !strings.Contains(plan, "Plan: 0 to add, 0 to change, 0 to destroy.") {
				t.Errorf("planned:\n%s", plan)
			}
			c.Ok("apply", "-no-color", "-auto-approve")
			c.EmptyPlan()
			if written := writes(w); len(written) > 0 {
				t.Errorf("written: %q", written)
			}
			after, err := os.ReadFile(filepath.Join(folder, "terraform.tfstate"))
			if err != nil || strings.Contains(string(after), "secret-credential") || strings.Count(string(after), `"AKX0359"`) < 4 {
				t.Errorf("state after the move: %v\n%s", err, after)
			}
		})
	}
}

const movedFavourite = `
resource "parking_zona_favorita" "x" {
  cliente_id = 1
  tramo_id   = 3
}
`

const movedFleet = acctest.Required + `
resource "parking_cliente" "x" {
  email     = "reparto.centro@example.com"
  nombre    = "Reparto Centro"
  apellidos = "Municipal"
  prefijos  = "+593"
  telefono  = "022000001"
  cedula    = "0100000001"
}

resource "parking_placa" "x" {
  for_each         = { AKX0359 = 1, UXH5184 = 2 }
  placa            = each.key
  tipo_vehiculo_id = each.value
  electrico        = true
}

resource "parking_vehiculo" "x" {
  for_each   = parking_placa.x
  cliente_id = 1
  placa      = each.key
  nombre     = "Furgón ${each.key}"
}
` + movedFavourite + `
resource "parking_reserva" "x" {
  tramo_id    = 2
  vehiculo_id = parking_vehiculo.x["AKX0359"].id
  minutos     = 60
}
`

// A state that is not certainly of one object of the kind is not moved. The error says why and how to import it, and
// shows nothing secret or personal.
func TestMovedRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, to, from, state, want string }{
		{"another kind", "parking_placa", "terracurl_request",
			`{"url":"https://parking.example.com/external/vehiculo","method":"POST","request_body":"{\"placa\":\"AKX0359\",\"cliente_id\":1}"}`,
			"POST /external/vehiculo"},
		{"another service", "parking_placa", "terracurl_request",
			`{"url":"https://parking.example.com/placa","method":"POST","request_body":"{\"placa\":\"AKX0359\"}"}`, "POST /placa"},
		{"only a read", "parking_placa", "terracurl_request",
			`{"url":"https://user:secret-1@parking.example.com/external/placa?placa=secret-2","method":"GET","request_body":"{\"placa\":\"AKX0359\"}"}`,
			"GET /external/placa"},
		{"a payment", "parking_reserva", "restapi_object",
			`{"path":"/external/reserva-pagar/1","create_method":"PUT","data":"{\"tramo_id\":1,\"vehiculo_id\":1,\"minutos\":10}"}`, "PUT /external/reserva-pagar/…"},
		{"rejected by the service", "parking_placa", "terracurl_request",
			`{"id":"x","url":"https://parking.example.com/external/placa","method":"POST","request_body":"{\"placa\":\"AKX0359\"}","response":"{\"estado\":\"fail\",\"error\":\"secret\"}"}`,
			"rejected"},
		{"two plates", "parking_placa", "restapi_object",
			`{"id":"AKX0359","path":"/external/placa","data":"{\"placa\":\"AKX0359\"}","api_response":"{\"estado\":\"ok\",\"data\":{\"placa\":\"UXH5184\"}}"}`,
			"different objects"},
		{"two links of a plate", "parking_vehiculo", "restapi_object",
			`{"id":"1","path":"/external/vehiculo","data":"{}","api_response":"{\"id\":1,\"cliente_id\":1,\"placa\":\"A1\"}","create_response":"{\"id\":2,\"cliente_id\":1,\"placa\":\"A1\"}"}`,
			"different objects"},
		{"only the body of an extension", "parking_reserva", "restful_resource",
			`{"id":"/external/reservas-activas?key=secret","path":"/external/reserva-bloquear","body":{"value":{"minutos":20}},"output":{"value":null}}`, "tramo_id"},
		{"a reservation without its identifier", "parking_reserva", "restful_resource",
			`{"id":"a","path":"/external/reserva-bloquear","body":{"value":{"tramo_id":2,"vehiculo_id":1,"minutos":20}},"output":{"value":{"id":3}}}`, "id"},
		{"no plate", "parking_placa", "restapi_object", `{"id":"?","path":"placa","data":"{\"placa\":\" \"}"}`, "placa"},
		{"no number", "parking_vehiculo", "restapi_object", `{"id":"?","path":"/vehiculo","data":"{\"placa\":\"A1\",\"cliente_id\":\"doce\"}"}`, "cliente_id"},
		{"a place that was emptied", "parking_zona_favorita", "restful_resource",
			`{"id":"/external/zona-favorita","path":"/external/zona-favorita","body":{"value":{"cliente_id":null,"tramo_id":null}},"output":{"value":{"data":[],"estado":"ok"}}}`,
			"cliente_id, zona_id"},
		{"no address", "parking_cliente", "restapi_object", `{"id":"0100000001","path":"/external/cliente-email","data":"{\"email\":\"secret\"}"}`, "email"},
		{"other types", "parking_cliente", "restapi_object", `{"id":7,"path":["secret"]}`, "could not be read"},
		{"an older state", "parking_placa", "restful_resource", "v0", "schema version 0"},
		{"a newer state", "parking_placa", "restapi_object", "v1", "schema version 1"},
		{"another provider", "parking_placa", "http_request", `{}`, "does not include support"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			state, version := test.state, map[string]int64{"restful_resource": 2, "terracurl_request": 1}[test.from]
			if number, isVersion := strings.CutPrefix(state, "v"); isVersion {
				state, version = "{}", int64(number[0]-'0')
			}
			moved := acctest.NewServer(t, sandbox.Options{}).Proto(nil).Move(test.to, test.from, version, state)
			errs := moved.Errors()
			if moved.State != nil || len(errs) != 1 || !strings.Contains(errs[0], test.want) {
				t.Fatalf("moved: %v %q, wanted an error with %q", moved.State, errs, test.want)
			}
			if strings.Contains(errs[0], "secret") || strings.Contains(errs[0], "0100000001") ||
				test.from != "http_request" && !strings.Contains(errs[0], "to = "+test.to+".NAME\n") {
				t.Error(errs[0])
			}
		})
	}
}

// An answer about another object does not give this one its identifier, and what the service added to an answer is not
// taken for declared.
func TestMovedNotGuessed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, to, state string // of a restapi_object, or a terracurl_request if it has a url
		want            acctest.Values
	}{
		{"a favourite read as its section", "parking_zona_favorita",
			`{"path":"/external/zona-favorita","create_method":"PUT","data":"{\"cliente_id\":1,\"tramo_id\":3}","api_response":"{\"estado\":\"ok\",\"data\":{\"id\":9}}"}`,
			acctest.Values{"cliente_id": 1, "tramo_id": 3}},
		{"a favourite read as a vehicle of the client", "parking_zona_favorita",
			`{"path":"/external/zona-favorita","data":"{\"cliente_id\":1,\"tramo_id\":3}","api_response":"{\"id\":9,\"cliente_id\":1}"}`,
			acctest.Values{"cliente_id": 1, "tramo_id": 3}},
		{"a zone that the service added", "parking_zona_favorita",
			`{"path":"/external/zona-favorita","data":"{\"cliente_id\":1,\"tramo_id\":\"3\"}","api_response":"{\"id\":9,\"cliente_id\":1,\"tramo_id\":3,\"zona_id\":4}"}`,
			acctest.Values{"id": 9, "cliente_id": 1, "tramo_id": 3}},
		{"a vehicle read as its plate", "parking_vehiculo",
			`{"path":"/external/vehiculos","create_path":"/external/vehiculo","data":"{\"cliente_id\":1,\"placa\":\"a-1\"}","api_response":"{\"id\":9,\"placa\":\"A1\"}"}`,
			acctest.Values{"cliente_id": 1, "placa": "a-1"}},
		{"a space that the service assigned", "parking_reserva",
			`{"path":"/external/reserva-bloquear","data":"{\"tramo_id\":2,\"vehiculo_id\":1,\"minutos\":60}","create_response":"{\"reserva_id\":9,\"tramo_id\":2,\"vehiculo_id\":1,\"celda_id\":5}"}`,
			acctest.Values{"id": 9, "tramo_id": 2, "vehiculo_id": 1, "minutos": 60, "activa": true, "pagada": false}},
		{"a creation that was answered with its identifier alone", "parking_vehiculo",
			`{"url":"https://h/api/external/vehiculo","method":"POST","request_body":"{\"cliente_id\":1,\"placa\":\"A1\"}","response":"{\"id\":9}","skip_read":true}`,
			acctest.Values{"id": 9, "cliente_id": 1, "placa": "A1"}},
		{"a read that was answered with an identifier alone", "parking_vehiculo",
			`{"url":"https://h/external/vehiculo","method":"POST","request_body":"{\"cliente_id\":1,\"placa\":\"A1\"}","response":"{\"id\":9}","skip_read":false}`,
			acctest.Values{"cliente_id": 1, "placa": "A1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			from, version := "restapi_object", int64(0)
			if strings.Contains(test.state, `"url"`) {
				from, version = "terracurl_request", 1
			}
			moved := acctest.NewServer(t, sandbox.Options{}).Proto(nil).Move(test.to, from, version, test.state)
			acctest.NoMessages(t, "moved", moved)
			maps.DeleteFunc(moved.State, func(_ string, value any) bool { return value == nil })
			acctest.ExpectSame(t, "moved", moved.State, test.want)
		})
	}
}

// What the service holds by then decides, and the old state where the service holds two.
func TestMovedThenRead(t *testing.T) {
	t.Parallel()
	const link = `{"path":"/external/vehiculo","data":"{\"cliente_id\":1,\"placa\":\"AKX0359\"}","api_response":"{\"id\":3,\"cliente_id\":1,\"placa\":\"AKX0359\"}"}`
	const booking = `{"path":"/external/reserva-bloquear","data":"{\"id\":1,\"tramo_id\":2,\"vehiculo_id\":1,\"minutos\":60}"}`
	for name, c := range map[string]struct {
		to, state string         // of a restapi_object
		before    string         // what changed on the service
		config    acctest.Values // changes nothing; nil where the read fails
		says      []string       // errors and warnings of the read
	}{
		"paid by another request": {"parking_reserva", booking, "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('PAY-1', 1, 1)",
			movedConfigs["reserva"].With(acctest.Values{"pago": acctest.Values{"pago_tipo": 1, "pago_codigo": "PAY-1"}}), nil},
		// It is neither paid nor cancelled in place of the moved one.
		"a reservation of another service, vehicle": {"parking_reserva", booking, "UPDATE reservas SET vehiculo_id = 2", nil, []string{"Unable to move reservation"}},
		"a reservation of another service, section": {"parking_reserva", booking, "UPDATE reservas SET tramo_id = 3", nil, []string{"Unable to move reservation"}},
		// Perhaps the service is another one, so this is no creation.
		"a plate that is not there":   {"parking_placa", `{"path":"/external/placa","data":"{\"placa\":\"AKX0359\"}"}`, "DELETE FROM placas", nil, []string{"placa: Unable to import or move plate"}},
		"a vehicle that is not there": {"parking_vehiculo", link, "DELETE FROM vehiculos", nil, []string{"placa: Unable to import or move vehicle"}},
		"the second link of a plate": {"parking_vehiculo", link, "INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (1, 'AKX0359', 'otro')",
			movedConfigs["vehiculo"].With(acctest.Values{"nombre": "otro"}), []string{"Plate linked more than once"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := movedServer(t)
			w.Exec(c.before)
			p := w.Proto(nil)
			read := p.Read(c.to, p.Move(c.to, "restapi_object", 0, c.state))
			acctest.Expect(t, "read", append(read.Errors(), read.Warnings()...), c.says...)
			if c.config != nil {
				acctest.NoErrors(t, "read", read)
				expectNoChange(t, p, c.to, read, c.config)
			}
		})
	}
}

// A space in an answer may have been assigned by the service: a configuration without one does not replace the reservation.
func TestMovedSpaceOfAnAnswer(t *testing.T) {
	t.Parallel()
	p := movedServer(t).Proto(nil)
	moved := p.Move("parking_reserva", "restapi_object", 0,
		`{"path":"/external/reserva-bloquear","data":"{\"id\":1,\"tramo_id\":2,\"vehiculo_id\":1,\"minutos\":60,\"celda_id\":5}"}`)
	acctest.ExpectState(t, "moved", moved, acctest.Values{"celda_id": 5})
	acctest.ExpectPlanned(t, "planned", p.Plan("parking_reserva", moved, movedConfigs["reserva"]))
}
