package parking

import (
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

// auditLines reads the lines of an audit log, and wants them to be whole.
func auditLines(t *testing.T, file string) (out []audit.Entry) {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	for line := range strings.Lines(string(text)) {
		var entry audit.Entry
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&entry); err != nil || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is no line: %v", line, err)
		}
		out = append(out, entry)
	}
	return out
}

// writes are all operations in operations.go that are no reads, by the name of their variable.
func writes(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("operations.go")
	must(t, err)
	out := map[string]string{}
	declared := regexp.MustCompile(`(op\w+) += operation\{\w+, "(\w+)", (\w+),`)
	for _, op := range declared.FindAllStringSubmatch(string(text), -1) {
		if op[3] != "get" {
			out[op[1]] = op[2]
		}
	}
	return out
}

// Every write of the client has its line, which says what it was about. A new one fails this test until it is here.
func TestAuditOfEveryWrite(t *testing.T) {
	t.Parallel()
	one, five := int64(1), int64(5)
	personal := ClienteRequest{Email: "ana@example.com", Nombre: "Ana", Apellidos: "Gil", Telefono: "099", Cedula: "01", ID: 7}
	place := Zona{ZonaID: &one, TramoID: &five}
	mine := func([]ZonaFavorita) (found ZonaFavorita, ok bool) { return found, true }
	left := writes(t)
	for name, c := range map[string]struct {
		data string // of the answer
		run  func(context.Context, *Client) error
		want string // of the line
	}{
		"opRegistrarPlaca": {`{"message":"x"}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "A-1", TipoVehiculoID: 2}))
		}, `"placa":"A-1"`},
		"opActualizarPlaca": {`{}`, func(ctx context.Context, c *Client) error {
			return c.UpdatePlaca(ctx, PlacaRequest{Placa: "A-1", TipoVehiculoID: 2})
		}, `"placa":"A-1"`},
		"opRegistrarVehiculo": {`{"id":12}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 3, Placa: "A-1", Nombre: "Furgón de Ana"}))
		}, `"placa":"A-1","cliente_id":3,"vehiculo_id":12`},
		"opActualizarCliente": {`{}`, func(ctx context.Context, c *Client) error { return c.UpdateCliente(ctx, personal) }, `"cliente_id":7`},
		"opRegistrarCliente": {`{"id":9,"email":"ana@example.com"}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.RegisterCliente(ctx, personal))
		}, `"cliente_id":9`},
		"opCrearZonaFavorita": {`{"id":4,"cliente_id":3,"zona_id":1,"tramo_id":5}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.CreateZonaFavorita(ctx, 3, place, mine))
		}, `"cliente_id":3,"zona_favorita_id":4,"zona_id":1,"tramo_id":5`},
		"opActualizarZonaFavorita": {`{}`, func(ctx context.Context, c *Client) error {
			return c.UpdateZonaFavorita(ctx, 4, 3, place)
		}, `"cliente_id":3,"zona_favorita_id":4,"zona_id":1,"tramo_id":5`},
		"opBorrarZonaFavorita": {`{}`, func(ctx context.Context, c *Client) error {
			return c.DeleteZonaFavorita(ctx, 4, 3)
		}, `"cliente_id":3,"zona_favorita_id":4`},
		"opReservaBloquear": {`{"id":6}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.BookReserva(ctx, ReservaRequest{TramoID: 5, VehiculoID: 12, CeldaID: &one, ConectorID: &five, Minutos: 30}))
		}, `"vehiculo_id":12,"reserva_id":6,"tramo_id":5,"celda_id":1,"conector_id":5`},
		"opReservaPagar": {`{}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.PayReserva(ctx, 6, ReservaPago{PagoTipo: 2, PagoCodigo: "TX-1"}, nil))
		}, `"reserva_id":6`},
		"opReservaCancelar": {`{}`, func(ctx context.Context, c *Client) error { _, _, err := c.CancelReserva(ctx, 6, nil); return err }, `"reserva_id":6`},
		"opReservaExtender": {`{}`, func(ctx context.Context, c *Client) error { return errorOf(c.ExtendReserva(ctx, 6, 20, 0, nil)) }, `"reserva_id":6`},
		"opSancionCerrar": {`{}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.CloseSancion(ctx, 8, "Ana no estaba"))
		}, `"sancion_id":8`},
		"opSancionPagar": {`{}`, func(ctx context.Context, c *Client) error {
			_, _, err := c.PaySancion(ctx, 8, SancionPago{PagoTipo: 2, PagoCodigo: "TX-2", ClienteID: &five})
			return err
		}, `"cliente_id":5,"sancion_id":8`},
		"opIniciarSancion": {`{"id":10}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.StartSancion(ctx, SancionRequest{Placa: "A-1", TramoID: 5, Observaciones: "Ana"}))
		}, `"placa":"A-1","sancion_id":10,"tramo_id":5`},
		"opLogin": {`{"token":"secreto"}`, func(ctx context.Context, c *Client) error {
			return errorOf(c.Login(ctx, TokenRequest{"placa": "clave", "cliente_id": 5, "id": 5}))
		}, ``},
		"opGenerarToken": {`{"token":"secreto"}`, func(ctx context.Context, c *Client) error { return errorOf(c.GenerateToken(ctx, nil)) }, ``},
		"opRenovarToken": {`{"token":"secreto"}`, func(ctx context.Context, c *Client) error { return errorOf(c.RenewToken(ctx, nil)) }, ``},
	} {
		operation := left[name]
		delete(left, name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, log := audited(t)
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					write(w, okData(`[]`))
					return
				}
				write(w, okData(c.data))
			}, log, func(c *Config) {
				c.Endpoints = Endpoints{"login": "/l", "generar_token": "/g", "renovar_token": "/r", "registrar_cliente": "/c", "iniciar_sancion": "/i"}
			})
			must(t, c.run(t.Context(), client))
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
	register := func(ctx context.Context, c *Client) error {
		return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "A1", TipoVehiculoID: 2}))
	}
	link := func(ctx context.Context, c *Client) error {
		return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 3, Placa: "A1"}))
	}
	update := func(ctx context.Context, c *Client) error {
		return c.UpdatePlaca(ctx, PlacaRequest{Placa: "A1", TipoVehiculoID: 2})
	}
	remove := func(ctx context.Context, c *Client) error { return c.DeleteZonaFavorita(ctx, 4, 3) }
	interrupted := func(ctx context.Context, c *Client) error {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return register(ctx, c)
	}
	var (
		ok       = answer(200, okData(`{}`))
		plate    = answer(200, okData(`{"placa":"A1","tipo_vehiculo_id":2,"electrico":0}`))
		other    = answer(200, okData(`{"placa":"A1","tipo_vehiculo_id":3}`))
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
		"done":                          {register, 0, []exchange{ok}, "done", 1},
		"found":                         {register, 0, []exchange{lost, plate}, "done_answer_lost", 1},
		"found, of another type":        {register, 0, []exchange{lost, other}, "not_done", 1},
		"sent again":                    {register, 2, []exchange{page, missing, ok}, "done", 2},
		"refused":                       {register, 0, []exchange{refused}, "refused", 1},
		"refused, with a doubt":         {register, 0, []exchange{doubtful}, "unknown", 1},
		"turned away":                   {register, 0, []exchange{later}, "not_done", 1},
		"sent again, refused":           {register, 2, []exchange{page, missing, missing, refused, missing}, "unknown", 2},
		"interrupted":                   {interrupted, 0, []exchange{ok}, "not_done", 0},
		"linked, without an identifier": {link, 0, []exchange{ok, none}, "done_answer_lost", 1},
		"updated again":                 {update, 1, []exchange{lost, ok}, "done", 2},
		"updated again, refused":        {update, 1, []exchange{lost, refused}, "unknown", 2},
		"deleted, and no longer there":  {remove, 1, []exchange{lost, deleted}, "unknown", 2},
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
	if len(lines) != 1 || lines[0].Operation != "registrar_vehiculo" || lines[0].Outcome != "adopted" || lines[0].Tries != 0 || lines[0].VehiculoID != 5 {
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
