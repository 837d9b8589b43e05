package parking

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// audited makes the client keep an audit log, in a file that is not there yet.
func audited(t *testing.T) (file string, change func(*Config)) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "audit.jsonl")
	log, err := audit.Open(file)
	must(t, err)
	return file, func(c *Config) { c.Audit = log }
}

// auditLines reads the lines of an audit log.
func auditLines(t *testing.T, file string) (out []audit.Entry) {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var entry audit.Entry
		must(t, decoder.Decode(&entry))
		out = append(out, entry)
	}
	return out
}

// Every write of the client has its line, which says what it was about. A new one fails this test until it is here.
func TestAuditOfEveryWrite(t *testing.T) {
	t.Parallel()
	ctx, one, five := t.Context(), int64(1), int64(5)
	personal := ClienteRequest{Email: "ana@example.com", Nombre: "Ana", Apellidos: "Gil", Telefono: "099", Cedula: "01", ID: 7}
	placa, place := PlacaRequest{Placa: "A-1", TipoVehiculoID: 2}, Zona{ZonaID: &one, TramoID: &five}
	booking := ReservaRequest{TramoID: 5, VehiculoID: 12, CeldaID: &one, ConectorID: &five, Minutos: 30}
	mine := func([]ZonaFavorita) (found ZonaFavorita, ok bool) { return found, true }
	left := make(map[string]string) // the names of all writes, by that of their variable
	for _, op := range operationsListed(t) {
		if op.method != "get" {
			left[op.variable] = op.name
		}
	}
	for name, c := range map[string]struct {
		data string // of the answer; "" for {}
		run  func(*Client) error
		want string // of the line
	}{
		"opRegistrarPlaca":  {want: `"placa":"A-1"`, run: func(c *Client) error { return errorOf(c.RegisterPlaca(ctx, placa)) }},
		"opActualizarPlaca": {want: `"placa":"A-1"`, run: func(c *Client) error { return c.UpdatePlaca(ctx, placa) }},
		"opRegistrarVehiculo": {data: `{"id":12}`, want: `"placa":"A-1","cliente_id":3,"vehiculo_id":12`, run: func(c *Client) error {
			return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 3, Placa: "A-1", Nombre: "Furgón de Ana"}))
		}},
		"opActualizarCliente": {want: `"cliente_id":7`, run: func(c *Client) error { return c.UpdateCliente(ctx, personal) }},
		"opRegistrarCliente": {data: `{"id":9,"email":"ana@example.com"}`, want: `"cliente_id":9`, run: func(c *Client) error {
			return errorOf(c.RegisterCliente(ctx, personal))
		}},
		"opCrearZonaFavorita": {data: `{"id":4,"cliente_id":3,"zona_id":1,"tramo_id":5}`,
			want: `"cliente_id":3,"zona_favorita_id":4,"zona_id":1,"tramo_id":5`,
			run:  func(c *Client) error { return errorOf(c.CreateZonaFavorita(ctx, 3, place, mine)) }},
		"opActualizarZonaFavorita": {want: `"cliente_id":3,"zona_favorita_id":4,"zona_id":1,"tramo_id":5`,
			run: func(c *Client) error { return c.UpdateZonaFavorita(ctx, 4, 3, place) }},
		"opBorrarZonaFavorita": {want: `"cliente_id":3,"zona_favorita_id":4`,
			run: func(c *Client) error { return c.DeleteZonaFavorita(ctx, 4, 3) }},
		"opReservaBloquear": {data: `{"id":6}`, want: `"vehiculo_id":12,"reserva_id":6,"tramo_id":5,"celda_id":1,"conector_id":5`,
			run: func(c *Client) error { return errorOfTwo(c.BookReserva(ctx, booking)) }},
		"opReservaPagar": {want: `"reserva_id":6`, run: func(c *Client) error {
			return errorOf(c.PayReserva(ctx, 6, ReservaPago{PagoTipo: 2, PagoCodigo: "TX-1"}, nil))
		}},
		"opReservaCancelar": {want: `"reserva_id":6`, run: func(c *Client) error { return errorOfTwo(c.CancelReserva(ctx, 6, nil)) }},
		"opReservaExtender": {want: `"reserva_id":6`, run: func(c *Client) error { return errorOf(c.ExtendReserva(ctx, 6, 20, 0, nil)) }},
		"opSancionCerrar":   {want: `"sancion_id":8`, run: func(c *Client) error { return errorOf(c.CloseSancion(ctx, 8, "Ana")) }},
		"opSancionPagar": {want: `"cliente_id":5,"sancion_id":8`, run: func(c *Client) error {
			return errorOfTwo(c.PaySancion(ctx, 8, SancionPago{PagoTipo: 2, PagoCodigo: "TX-2", ClienteID: &five}))
		}},
		"opIniciarSancion": {data: `{"id":10}`, want: `"placa":"A-1","sancion_id":10,"tramo_id":5`, run: func(c *Client) error {
			return errorOf(c.StartSancion(ctx, SancionRequest{Placa: "A-1", TramoID: 5, Observaciones: "Ana"}))
		}},
		"opLogin": {data: `{"token":"secreto"}`, run: func(c *Client) error {
			return errorOf(c.Login(ctx, TokenRequest{"placa": "clave", "cliente_id": 5, "id": 5}))
		}},
		"opGenerarToken": {data: `{"token":"secreto"}`, run: func(c *Client) error { return errorOf(c.GenerateToken(ctx, nil)) }},
		"opRenovarToken": {data: `{"token":"secreto"}`, run: func(c *Client) error { return errorOf(c.RenewToken(ctx, nil)) }},
	} {
		operation := left[name]
		delete(left, name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, log := audited(t)
			client := client(t, "http://service.test", roundTrip(func(r *http.Request) (*http.Response, error) {
				if r.Method == http.MethodGet {
					return answer(200, okData(`[]`))(r)
				}
				return answer(200, okData(cmp.Or(c.data, `{}`)))(r)
			}), log, withSecrets, func(c *Config) { c.Endpoints["iniciar_sancion"] = "/i" })
			must(t, c.run(client))
			lines := auditLines(t, file)
			if len(lines) != 1 {
				t.Fatalf("%d lines of one write: %+v", len(lines), lines)
			}
			text, err := json.Marshal(lines[0].Subject)
			must(t, err)
			equal(t, "what it is about", string(text), "{"+c.want+"}")
			if line := lines[0]; line.Operation != operation || line.Outcome != audit.Done || line.Tries != 1 || len(line.Run) < 20 ||
				line.Time.IsZero() || line.DurationMS < 0 {
				t.Errorf("the line of %s is %+v", operation, line)
			}
		})
	}
	for name := range left {
		t.Errorf("no case writes with %s", name)
	}
}

// The outcome of a write, and how often it was sent.
func TestAuditOutcomes(t *testing.T) {
	t.Parallel()
	link := func(ctx context.Context, c *Client) error {
		return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 3, Placa: "A"}))
	}
	remove := func(ctx context.Context, c *Client) error { return c.DeleteZonaFavorita(ctx, 4, 3) }
	interrupted := func(ctx context.Context, c *Client) error {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return registerPlaca(ctx, c)
	}
	var (
		ok       = answer(200, okData(`{}`))
		plate    = answer(200, okData(`{"placa":"A","electrico":0}`))
		refused  = answer(422, `{"estado":"fail","error":"x"}`)
		doubtful = answer(200, `{"estado":"fail","error":"x"}`)
		missing  = answer(404, `{"estado":"fail","error":"La placa no existe"}`)
		deleted  = answer(404, `{"estado":"fail","error":"La zona favorita no existe"}`)
		later    = answer(429, `{"estado":"fail","error":"x"}`)
		page     = answer(500, "<html>")
		lost     = broken(errors.New("x"))
		none     = answer(200, okData(`[]`))
	)
	type row struct {
		run     func(context.Context, *Client) error
		retries int
		answers []exchange
		want    audit.Outcome
		tries   int
	}
	eachInBubble(t, map[string]row{
		"done":                  {run: registerPlaca, answers: []exchange{ok}, want: "done", tries: 1},
		"found":                 {run: registerPlaca, answers: []exchange{lost, plate}, want: "done_answer_lost", tries: 1},
		"sent again":            {run: registerPlaca, retries: 2, answers: []exchange{page, missing, ok}, want: "done", tries: 2},
		"refused":               {run: registerPlaca, answers: []exchange{refused}, want: "refused", tries: 1},
		"refused, with a doubt": {run: registerPlaca, answers: []exchange{doubtful}, want: "unknown", tries: 1},
		"turned away":           {run: registerPlaca, answers: []exchange{later}, want: "not_done", tries: 1},
		"sent again, refused": {run: registerPlaca, retries: 2, answers: []exchange{page, missing, missing, refused, missing},
			want: "unknown", tries: 2},
		"interrupted":                   {run: interrupted, answers: []exchange{ok}, want: "not_done", tries: 0},
		"linked, without an identifier": {run: link, answers: []exchange{ok, none}, want: "done_answer_lost", tries: 1},
		"updated again":                 {run: updatePlaca, retries: 1, answers: []exchange{lost, ok}, want: "done", tries: 2},
		"updated again, refused":        {run: updatePlaca, retries: 1, answers: []exchange{lost, refused}, want: "unknown", tries: 2},
		"deleted, and no longer there":  {run: remove, retries: 1, answers: []exchange{lost, deleted}, want: "unknown", tries: 2},
	}, func(t *testing.T, c row) {
		file, log := audited(t)
		_ = c.run(t.Context(), scripted(t, play(c.answers...).known(), log, func(config *Config) { config.MaxRetries = c.retries }))
		lines := auditLines(t, file)
		if len(lines) != 1 || lines[0].Outcome != c.want || lines[0].Tries != c.tries {
			t.Errorf("got %+v, want one line: %s after %d tries", lines, c.want, c.tries)
		}
	})
}

// A read, and a write that was not begun, has no line; an adoption has one.
func TestAuditOfWhatIsNotSent(t *testing.T) {
	t.Parallel()
	file, log := audited(t)
	c := scripted(t, play(answer(500, "<html>")), log)
	expectIs(t, errorOf(c.Placa(t.Context(), "A1", Nothing)), Failed)
	expectIs(t, errorOf(c.Login(t.Context(), nil)), NoEndpoint)
	ctx, notes := WithNotes(t.Context())
	c.RecordAdoption(ctx, "registrar_vehiculo", audit.Subject{Placa: "A1", VehiculoID: 5})
	lines := auditLines(t, file)
	want := audit.Entry{Operation: "registrar_vehiculo", Outcome: audit.Adopted, Subject: audit.Subject{Placa: "A1", VehiculoID: 5}}
	if len(lines) == 1 {
		want.Time, want.Run = lines[0].Time, lines[0].Run
	}
	if len(lines) != 1 || lines[0] != want {
		t.Errorf("got %+v", lines)
	}
	if lines, _, cause := notes.Unrecorded(); lines != nil || cause != nil {
		t.Errorf("missing are %q: %v", lines, cause)
	}
}

// The overview has every field of a line and every outcome, and no other.
func TestAuditGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../templates/index.md.tmpl")
	must(t, err)
	_, after, _ := strings.Cut(string(text), "\n## Audit log\n")
	section, _, _ := strings.Cut(after, "\n## ")
	var want []string
	for _, outcome := range []audit.Outcome{audit.Done, audit.AnswerLost, audit.Refused, audit.NotDone, audit.Unknown, audit.Adopted} {
		want = append(want, string(outcome))
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[audit.Entry]()) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			want = append(want, name)
		}
	}
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(section, -1) {
		got = append(got, strings.Split(strings.Trim(row[1], "`"), "`, `")...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the overview has\n%q\nthe lines\n%q", got, want)
	}
}

// Where the log cannot be written, no write is sent, and each error has the cause. Reads go on.
func TestAuditUnwritable(t *testing.T) {
	t.Parallel()
	file, log := audited(t)
	s := play(answer(200, okData(`{"placa":"A-1"}`)))
	c := scripted(t, s, log)
	must(t, errors.Join(os.Remove(file), os.Mkdir(file, 0o700)))
	ctx, notes := WithNotes(t.Context())
	for _, err := range []error{c.UpdatePlaca(ctx, PlacaRequest{Placa: "A-1"}), registerPlaca(ctx, c)} {
		if !Is(err, Unrecorded) || OutcomeOf(err) != NotSent || !strings.Contains(err.Error(), file) {
			t.Errorf("got %v", err)
		}
	}
	noError(t, errorOf(c.Placa(t.Context(), "A-1", Nothing)))
	equal(t, "requests", s.count(), 1)
	lines, _, _ := notes.Unrecorded()
	equal(t, "missing lines, of writes that were not sent", len(lines), 0)
}

// Each of the calls whose line could not be appended gets its own line, and nothing is sent any more.
func TestAuditLost(t *testing.T) {
	t.Parallel()
	file, log := audited(t)
	var requests sync.WaitGroup
	var once sync.Once
	requests.Add(2)
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		requests.Done()
		requests.Wait() // so that both are sent before a line is lost
		once.Do(func() { noError(t, errors.Join(os.Remove(file), os.Mkdir(file, 0o700))) })
		write(w, okData(`{}`))
	}, log)
	var calls sync.WaitGroup
	for _, placa := range []string{"A-1", "A-2"} {
		calls.Go(func() {
			ctx, notes := WithNotes(t.Context())
			noError(t, c.UpdatePlaca(ctx, PlacaRequest{Placa: placa}))
			lines, first, cause := notes.Unrecorded()
			if len(lines) != 1 || !strings.Contains(lines[0], `"placa":"`+placa+`","outcome":"done"`) || cause == nil ||
				first != `actualizar_placa {"placa":"`+placa+`"}` {
				t.Errorf("missing of %s are %q, first %s: %v", placa, lines, first, cause)
			}
			if strings.Contains(strings.Join(lines, ""), "\n") {
				t.Errorf("a line has several: %q", lines)
			}
		})
	}
	calls.Wait()
	expectIs(t, c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A-3"}), Unrecorded)
}
