package acceptance

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var (
	servicesSeed = flag.Uint64("freedoms.seed", 1, "what the services of TestServices are drawn from; the same seed draws the same ones")
	servicesMore = flag.Int("freedoms.services", 0, "how many services TestServices draws at random instead")
)

const pageParameter = "page parameter"

// freedoms are those with which the job can be done: TestServicesUndecidable has the value that is left out.
func freedoms() []sandbox.Freedom {
	out := slices.Clone(sandbox.Freedoms)
	for i, f := range out {
		if f.Name == pageParameter {
			out[i].Values = f.Values[:1]
		}
	}
	return out
}

// drawn draws services at random.
func drawn(from *rand.Rand, n int) []sandbox.Service {
	out := make([]sandbox.Service, n)
	for i := range out {
		out[i] = sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}
		for _, f := range freedoms() {
			out[i].Values[f.Name] = f.Values[from.IntN(len(f.Values))]
		}
	}
	return out
}

// pair names a value of each of two freedoms.
func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

func named(f sandbox.Freedom, value string) string { return f.Name + ": " + value }

// covering draws services until every pair of values of two freedoms occurs.
func covering(from *rand.Rand) (out []sandbox.Service) {
	missing, free := map[[2]string]bool{}, freedoms()
	for i, f := range free {
		for _, g := range free[:i] {
			for _, v := range f.Values {
				for _, u := range g.Values {
					missing[pair(named(f, v), named(g, u))] = true
				}
			}
		}
	}
	for len(missing) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Keys(missing)), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		chosen := withRest(from, free, first[:], missing)
		service := sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}
		for i, one := range chosen {
			name, value, _ := strings.Cut(one, ": ")
			service.Values[name] = value
			for _, other := range chosen[:i] {
				delete(missing, pair(one, other))
			}
		}
		out = append(out, service)
	}
	return out
}

// withRest takes of every further freedom the value that brings the most pairs which are missing.
func withRest(from *rand.Rand, free []sandbox.Freedom, chosen []string, missing map[[2]string]bool) []string {
	for _, i := range from.Perm(len(free)) {
		f := free[i]
		if slices.ContainsFunc(chosen, func(one string) bool { return strings.HasPrefix(one, named(f, "")) }) {
			continue
		}
		brings := func(value string) (n int) {
			for _, other := range chosen {
				if missing[pair(named(f, value), other)] {
					n++
				}
			}
			return n
		}
		values := slices.Clone(f.Values)
		from.Shuffle(len(values), func(a, b int) { values[a], values[b] = values[b], values[a] })
		chosen = append(chosen, named(f, slices.MaxFunc(values, func(a, b string) int { return brings(a) - brings(b) })))
	}
	return chosen
}

// Whatever a service answers where its document is silent, the main job works on it. Every pair of values of two freedoms
// occurs among the services.
func TestServices(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	from := rand.New(rand.NewPCG(*servicesSeed, 0))
	services := drawn(from, *servicesMore)
	if len(services) == 0 {
		services = covering(from)
	}
	for i, service := range services {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("wording %d, and %v", service.Wording, service.Values)
				}
			})
			doMainJob(t, service)
		})
	}
}

// What cannot be decided ends in an error that says so: what would select the second page is unknown.
func TestServicesUndecidable(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Service: sandbox.Service{Values: map[string]string{pageParameter: "another"}}})
	for n := range 20 {
		w.Placas(fmt.Sprint("P", n))
		w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, ?)", fmt.Sprint("P", n))
	}
	acctest.ExpectSays(t, "error", fmt.Sprint(w.Proto(nil).Data("parking_vehiculos", acctest.Values{"cliente_id": 1}).Errors()), "A3")
}

// mainJob is what a first user does with the provider.
type mainJob struct {
	*acctest.Server
	is   sandbox.Service
	held map[string]acctest.Result // the state, by name
}

// doMainJob does the main job on a service.
func doMainJob(t *testing.T, service sandbox.Service) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{Credential: "secret-credential", Service: service})
	w.Placas("ZZR0033")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (900, 3, 'ZZR0033')")
	w.Exec(`INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
		VALUES (70, 5, 900, 10, 'cancelada', 100, 0, 600)`)
	j := &mainJob{Server: w, is: service, held: map[string]acctest.Result{}}
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"create", j.create}, {"look up", j.lookUp}, {"refusals", j.refused}, {"plan again", j.planAgain}, {"drift", j.drift},
		{"plan after drift", j.planAgain}, {"state lost", j.loseState}, {"plan after adoption", j.planAgain},
		{"wrong credential", j.wrongCredential}, {"destroy", j.destroy},
	} {
		if step.do(); t.Failed() {
			t.Fatal("in the step: " + step.what)
		}
	}
}

// part is one thing of the job's configuration.
type part struct {
	name, typeName string
	config         acctest.Values
}

// mainConfig declares two plates with their vehicles, a fleet of 18, a client and a favourite.
func mainConfig() []part {
	fleet := acctest.Values{}
	for i := range 18 {
		fleet[fmt.Sprintf("FLA%04d", i+1)] = acctest.Car(nil)
	}
	return []part{
		{"plate A", "parking_placa", acctest.Values{"placa": "AKX-0359", "tipo_vehiculo_id": 1}},
		{"plate B", "parking_placa", acctest.Values{"placa": "BQR0417", "tipo_vehiculo_id": 2, "electrico": true}},
		{"vehicle A", "parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "AKX-0359", "nombre": "Furgón O'Brien"}},
		{"vehicle B", "parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "BQR0417"}},
		{"fleet", "parking_flota", acctest.FleetOf(fleet)},
		{"client", "parking_cliente", acctest.Norte},
		{"favourite", "parking_zona_favorita", acctest.Values{"cliente_id": 1, "tramo_id": 5}},
	}
}

// run is a provider that knows nothing yet.
func (j *mainJob) run(credential string) *acctest.Proto {
	p := acctest.ProtoOf(j.T, acctest.Serve(os.Getenv, parking.Config{Backoff: time.Millisecond, Settle: 10 * time.Millisecond}))
	p.Configure(acctest.Values{"base_url": j.BaseURL + j.is.Values["base path"], "credential": credential, "max_retries": 2})
	return p
}

// apply applies everything to what the state holds; all is on the service then, and once.
func (j *mainJob) apply(p *acctest.Proto) {
	for _, d := range mainConfig() {
		j.held[d.name] = p.Apply(d.typeName, j.held[d.name], d.config)
		acctest.NoErrors(j.T, d.name, j.held[d.name])
	}
	j.complete()
}

func (j *mainJob) create() { j.apply(j.run("secret-credential")) }

// complete checks that everything declared is on the service, and once.
func (j *mainJob) complete() {
	for query, want := range map[string]int{
		"SELECT COUNT(*) FROM placas":                                     21, // one is another client's
		"SELECT COUNT(*) FROM vehiculos":                                  21,
		"SELECT COUNT(DISTINCT placa) FROM vehiculos":                     21,
		"SELECT COUNT(*) FROM favoritas WHERE tramo_id = 5":               1,
		"SELECT COUNT(*) FROM favoritas":                                  1,
		"SELECT COUNT(*) FROM placas WHERE electrico = 1":                 1,
		"SELECT COUNT(*) FROM clientes WHERE nombre = 'Flota Norte'":      1,
		"SELECT COUNT(*) FROM vehiculos WHERE nombre = 'Furgón O''Brien'": 1,
		"SELECT COUNT(*) FROM placas WHERE tipo_vehiculo_id = 2":          1,
		"SELECT COUNT(*) FROM clientes WHERE telefono LIKE '%22000002'":   1,
	} {
		j.ExpectCount(want, query)
	}
	if ids, _ := j.held["fleet"].State["vehiculo_ids"].(acctest.Values); len(ids) != 18 {
		j.T.Errorf("the fleet has %d vehicles, wanted 18", len(ids))
	}
}

// refreshed reads everything in a new run.
func (j *mainJob) refreshed() *acctest.Proto {
	p := j.run("secret-credential")
	for _, d := range mainConfig() {
		j.held[d.name] = p.Read(d.typeName, j.held[d.name].Later(j.T))
		acctest.NoErrors(j.T, "reading "+d.name, j.held[d.name])
	}
	return p
}

func (j *mainJob) planAgain() {
	p := j.refreshed()
	for _, d := range mainConfig() {
		if j.held[d.name].State == nil {
			j.T.Fatal(d.name + " left the state")
		}
		planned := p.Plan(d.typeName, j.held[d.name], d.config)
		acctest.NoErrors(j.T, "planning "+d.name, acctest.Result{Diags: planned.Diagnostics})
		after := p.Decode(p.Schema.ResourceSchemas[d.typeName].ValueType(), planned.PlannedState)
		acctest.ExpectSame(j.T, "the plan of "+d.name, after, j.held[d.name].State)
	}
}

// lookUp reads data sources: what is there, what is empty and what is not there.
func (j *mainJob) lookUp() {
	p, tipo := j.run("secret-credential"), any("Motocicleta")
	if j.is.Values["names of vehicle types"] == "none" {
		tipo = nil
	}
	for _, d := range []struct {
		typeName, attribute string
		config              acctest.Values
		want                any // the attribute, or how many elements of it
	}{
		{"parking_tramo", "nombre", acctest.Values{"id": 7}, "Calle de las Redes 17-47"},
		{"parking_tramos", "tramos", acctest.Values{}, 40},
		{"parking_tramos_cercanos", "tramos", acctest.Values{"latitud": -2.89, "longitud": -79.0}, 17},
		{"parking_tramo_precios_estacionar", "tramo_id", acctest.Values{"tramo_id": 7}, 7},
		{"parking_tipo_vehiculo", "id", acctest.Values{"id": 2}, 2},
		{"parking_tipo_vehiculo", "nombre", acctest.Values{"id": 2}, tipo},
		{"parking_tipos_vehiculo", "tipos_vehiculo", acctest.Values{}, 5},
		{"parking_cliente", "id", acctest.Values{"email": "flota.norte@example.com"}, 2},
		{"parking_placa", "tipo_vehiculo_id", acctest.Values{"placa": "BQR0417"}, 2},
		{"parking_vehiculo", "placa", acctest.Values{"id": j.held["vehicle B"].State["id"]}, "BQR0417"},
		{"parking_vehiculos", "vehiculos", acctest.Values{"cliente_id": 1}, 20},
		{"parking_vehiculos", "vehiculos", acctest.Values{"cliente_id": 4}, 0},
		{"parking_zonas_favoritas", "zonas_favoritas", acctest.Values{"cliente_id": 1}, 1},
		{"parking_zonas_favoritas", "zonas_favoritas", acctest.Values{"cliente_id": 4}, 0},
		{"parking_reservas", "ids", acctest.Values{}, 1},
		{"parking_reservas_activas", "ids", acctest.Values{}, 0},
	} {
		read := p.DataAgain(d.typeName, d.config)
		if d.typeName == "parking_reservas_activas" && j.is.Values["empty lists"] == "a denial" && len(read.Errors()) > 0 {
			continue // without a parameter there is nothing to compare with, so the error shows the text
		}
		acctest.NoErrors(j.T, d.typeName, read)
		got := read.State[d.attribute]
		if list, is := got.([]any); is {
			got = len(list)
		}
		if got != d.want {
			j.T.Errorf("%s %v has %s %v, wanted %v", d.typeName, d.config, d.attribute, got, d.want)
		}
	}
	for typeName, config := range map[string]acctest.Values{
		"parking_placa": {"placa": "NOP-0001"}, "parking_vehiculo": {"id": 99999},
		"parking_cliente": {"email": "nadie@example.com"}, "parking_tramo": {"id": 99},
	} {
		if read := p.DataAgain(typeName, config); len(read.Errors()) == 0 {
			j.T.Errorf("%s %v is found: %v", typeName, config, read.State)
		}
	}
}

// refused creates what the service refuses: the error shows its text, on the attribute that errores names, and nothing is in
// the state.
func (j *mainJob) refused() {
	head := "zona_id: "
	// After HTTP 500 it may have been saved all the same.
	if form := j.is.Values["errores"]; form == "numbered" || form == "empty" || j.is.Values["status of refused writes"] == "500" {
		head = ""
	}
	made := j.run("secret-credential").Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "zona_id": 999})
	errs := strings.Join(made.Errors(), "\n")
	if made.State != nil || !strings.HasPrefix(errs, head) || !strings.Contains(errs, "Los datos enviados no son válidos") {
		j.T.Errorf("the favourite has the state %v and the errors %q", made.State, errs)
	}
	made = j.run("secret-credential").Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 999, "placa": "AKX-0359"})
	if made.State != nil || len(made.Errors()) == 0 {
		j.T.Errorf("the vehicle has the state %v and the errors %q", made.State, made.Errors())
	}
	j.complete()
}

// drift changes and deletes things behind Terraform's back, and applies the same configuration again.
func (j *mainJob) drift() {
	j.Exec("UPDATE placas SET tipo_vehiculo_id = 3 WHERE placa = 'AKX-0359'")
	j.Exec("UPDATE clientes SET nombre = 'Otra' WHERE email = 'flota.norte@example.com'")
	j.Exec("DELETE FROM favoritas")
	j.Exec("DELETE FROM placas WHERE placa IN ('BQR0417', 'FLA0003')") // with their vehicles
	p := j.refreshed()
	for _, d := range mainConfig() {
		state, gone := j.held[d.name].State, slices.Contains([]string{"plate B", "vehicle B", "favourite"}, d.name)
		if (state == nil) != gone {
			j.T.Errorf("%s is gone: %t, but has the state %v", d.name, gone, state)
		}
	}
	acctest.ExpectHeld(j.T, "plate A", j.held["plate A"], acctest.Values{"tipo_vehiculo_id": 3})
	acctest.ExpectHeld(j.T, "client", j.held["client"], acctest.Values{"nombre": "Otra"})
	j.apply(p)
}

// loseState applies the configuration without the state: everything is adopted.
func (j *mainJob) loseState() {
	before := j.held
	j.held = map[string]acctest.Result{}
	j.create()
	for name, held := range j.held {
		if held.State["id"] != before[name].State["id"] {
			j.T.Errorf("%s has the identifier %v, and had %v", name, held.State["id"], before[name].State["id"])
		}
	}
}

// wrongCredential reads and creates with a credential that the service rejects: nothing leaves the state, which is said, and
// nothing is written.
func (j *mainJob) wrongCredential() {
	reading, creating, said := j.run("wrong"), j.run("wrong"), map[string]int{}
	for _, d := range mainConfig() {
		read := reading.Read(d.typeName, j.held[d.name].Later(j.T))
		said[d.typeName] += len(read.Errors()) + len(read.Warnings()) // of several plates one is warned about
		if said[d.typeName] == 0 || read.State == nil {
			j.T.Errorf("reading %s says nothing, and gives the state %v", d.name, read.State)
		}
		if created := creating.Apply(d.typeName, acctest.Result{}, d.config); len(created.Errors()) == 0 {
			j.T.Errorf("creating %s gives no error", d.name)
		}
	}
	j.complete()
}

func (j *mainJob) destroy() {
	p := j.run("secret-credential")
	for _, d := range slices.Backward(mainConfig()) {
		acctest.ExpectWarned(j.T, d.name, p.Apply(d.typeName, j.held[d.name].Later(j.T), nil), nil)
	}
	j.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
}
