package parking

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// What the client does with answers that no honest service gives.

// soon fails the test when do takes long. It takes less than a second, and where the cost is not bounded minutes to
// hours.
func soon(t *testing.T, do func()) {
	t.Helper()
	start := time.Now()
	do()
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}

// TestEndlessBodies: of a body that is too large, or never ends, no more is read than is kept, packed or not, and then
// the connection is let go.
func TestEndlessBodies(t *testing.T) {
	t.Parallel()
	chunk := bytes.Repeat([]byte(" "), 64<<10)
	endless := func(w io.Writer) (sent int64) {
		for {
			n, err := w.Write(chunk)
			if sent += int64(n); err != nil {
				return sent
			}
		}
	}
	type row struct {
		body func(http.ResponseWriter) (sent int64)
		most int64 // that may leave the service, with what the system keeps underway
	}
	each(t, map[string]row{
		"endless": {func(w http.ResponseWriter) int64 { return endless(w) }, 64 << 20},
		"50 MB": {func(w http.ResponseWriter) int64 {
			w.Header().Set("Content-Length", strconv.Itoa(50<<20))
			return endless(w)
		}, 50 << 20},
		"gzip, endless": {func(w http.ResponseWriter) int64 {
			w.Header().Set("Content-Encoding", "gzip")
			packed := &packedBytes{Writer: w}
			pack := gzip.NewWriter(packed)
			for packed.err == nil {
				_, _ = pack.Write(chunk)
				_ = pack.Flush()
			}
			return packed.sent
		}, 16 << 20},
	}, func(t *testing.T, tt row) {
		left := make(chan int64, 1)
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { left <- tt.body(w) })
		soon(t, func() {
			_, err := c.Placa(t.Context(), "A")
			if !ErrorOf(err).Foreign || !strings.Contains(err.Error(), "larger than 16 MiB") {
				t.Errorf("got %v, want that it is larger than 16 MiB", err)
			}
			if sent := <-left; sent > tt.most {
				t.Errorf("%d MiB were sent", sent>>20)
			}
		})
	})
}

// packedBytes counts what is written and keeps the error.
type packedBytes struct {
	io.Writer
	sent int64
	err  error
}

func (c *packedBytes) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.sent, c.err = c.sent+int64(n), err
	return n, err
}

// everyRead are the operations that read records, each for the thing 1 or "A".
var everyRead = map[string]func(context.Context, *Client) (any, error){
	"placa":    func(ctx context.Context, c *Client) (any, error) { return c.Placa(ctx, "A") },
	"vehiculo": func(ctx context.Context, c *Client) (any, error) { return c.Vehiculo(ctx, 1) },
	"vehiculos": func(ctx context.Context, c *Client) (any, error) {
		return c.Vehiculos(ctx, VehiculosFilter{ClienteID: 1})
	},
	"cliente":                  func(ctx context.Context, c *Client) (any, error) { return c.Cliente(ctx) },
	"cliente_email":            func(ctx context.Context, c *Client) (any, error) { return c.ClienteByEmail(ctx, "a@example.com") },
	"zonas_favoritas":          func(ctx context.Context, c *Client) (any, error) { return c.ZonasFavoritas(ctx, 1, Zona{}) },
	"tramo":                    func(ctx context.Context, c *Client) (any, error) { return c.Tramo(ctx, 1) },
	"tramos":                   func(ctx context.Context, c *Client) (any, error) { return c.Tramos(ctx) },
	"tramos_cercanos":          func(ctx context.Context, c *Client) (any, error) { return c.TramosCercanos(ctx, 0, 0, nil) },
	"tramo_precios_estacionar": func(ctx context.Context, c *Client) (any, error) { return c.TramoPrecios(ctx, 1, nil) },
	"faq":                      func(ctx context.Context, c *Client) (any, error) { return c.FAQ(ctx, 1) },
	"tipo_vehiculo":            func(ctx context.Context, c *Client) (any, error) { return c.TiposVehiculo(ctx) },
	"reservas":                 func(ctx context.Context, c *Client) (any, error) { return c.Reservas(ctx, nil) },
	"reservas_activas":         func(ctx context.Context, c *Client) (any, error) { return c.ReservasActivas(ctx, nil) },
	"sanciones":                func(ctx context.Context, c *Client) (any, error) { return c.Sanciones(ctx, nil) },
}

func withSanciones(c *Config) { c.Endpoints = Endpoints{"sanciones": "/sanciones"} }

// hostileBody gives a body of about size bytes that is all of one thing.
func hostileBody(name string, size int) string {
	fill := func(part string) string { return strings.Repeat(part, (size-200)/len(part)) }
	nest := func(n int, open, end string) string { return strings.Repeat(open, n) + "1" + strings.Repeat(end, n) }
	fields := func() string {
		var out strings.Builder
		for i := 0; out.Len() < size-200; i++ {
			fmt.Fprintf(&out, `"%d":1,`, i)
		}
		return out.String()
	}
	switch name {
	case "arrays":
		return okData(nest(100_000, "[", "]"))
	case "objects":
		return okData(nest(100_000, `{"a":`, "}"))
	case "arrays that decode":
		return okData(nest(9000, "[", "]"))
	case "objects that decode":
		return okData(nest(9000, `{"a":`, "}"))
	case "levels in a record":
		return okData(`{"id":1,"x":` + nest(9000, "[", "]") + `}`)
	case "levels in a list":
		return okData(`[{"id":1,"x":` + nest(9000, `{"a":`, "}") + `}]`)
	case "levels beside data":
		return `{"estado":"ok","data":{"id":1},"x":` + nest(100_000, "[", "]") + `}`
	case "fields":
		return okData(`{` + fields() + `"id":1}`)
	case "fields beside data":
		return `{` + fields() + `"estado":"ok","data":{"id":1}}`
	case "numbers":
		return okData("[" + fill("1,") + "1]")
	case "numbers in a record":
		return okData(`{"id":1,"x":[` + fill("1,") + `1]}`)
	case "empty records":
		return okData("[" + fill("{},") + "{}]")
	case "records":
		return okData(`[` + fill(`{"id":1,"zona_id":1},`) + `{"id":2,"zona_id":1}]`)
	case "text":
		return okData(`"` + fill("x") + `"`)
	case "text in a record":
		return okData(`{"id":1,"nombre":"` + fill("x") + `","placa":"A"}`)
	case "plate":
		return okData(`{"placa":"` + fill("x") + `"}`)
	case "digits and letters for a plate":
		return okData(`{"placa":"` + fill("12345a") + `"}`)
	case "number":
		return okData(`{"id":` + fill("9") + `}`)
	case "fraction":
		return okData(`{"id":1,"latitud":0.` + fill("9") + `}`)
	case "name":
		return okData(`{"` + fill("x") + `":1,"id":"x"}`)
	case "name twice":
		return okData(`{"` + fill("x")[:size/3] + `":1,"` + fill("x")[:size/3] + `":2}`)
	}
	return fill(name) // no JSON at all
}

var hostileNames = []string{
	"arrays", "objects", "arrays that decode", "objects that decode", "levels in a record", "levels in a list", "levels beside data",
	"fields", "fields beside data", "numbers", "numbers in a record", "empty records", "records",
	"text", "text in a record", "plate", "digits and letters for a plate", "number", "fraction", "name", "name twice",
	"12345a", " ", "a@", "<", "[", "\xff",
}

// TestLargeAndDeepAnswers: whatever fills a body, each operation gives an error of bounded length, or the record
// without it, and soon.
func TestLargeAndDeepAnswers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	check := func(t *testing.T, body, op string) {
		t.Helper()
		_, err := everyRead[op](t.Context(), scripted(t, play(answer(200, body)), withSanciones))
		if err != nil && (len(err.Error()) > 2000 || !strings.HasPrefix(err.Error(), op+": ") || !Is(err, Unexpected, Changing, TooLong) && !ErrorOf(err).Foreign) {
			t.Errorf("%s: %T of %d bytes: %.300s", op, err, len(err.Error()), err)
		}
	}
	for _, name := range hostileNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size := large
			if name == "fields" || name == "fields beside data" || name == "records" || name == "numbers" {
				size = min(large, 1<<18) // of small things, which take longer
			}
			body := hostileBody(name, size)
			for op := range everyRead {
				soon(t, func() { check(t, body, op) })
			}
		})
	}
}

// TestLargestBodies: the largest answers take a bounded memory, whatever they hold.
func TestLargestBodies(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	inOwnMemory(t, 1024, func() {
		for name, op := range map[string]string{
			"numbers in a record": "tramo", "fields": "tramo", "records": "zonas_favoritas", "empty records": "vehiculos",
			"text in a record": "cliente", "digits and letters for a plate": "placa", "12345a": "placa",
		} {
			soon(t, func() {
				if _, err := everyRead[op](t.Context(), scripted(t, play(answer(200, hostileBody(name, largest))))); err == nil {
					t.Errorf("%s: no error", name)
				}
			})
		}
	})
}

// TestDepthThatIsPassedOn: what is nested too deeply to be passed on is an error that says so; a field that nobody
// passes on may be as deep as it likes.
func TestDepthThatIsPassedOn(t *testing.T) {
	t.Parallel()
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	record := func(n int) string { return `{"id":1,"placa":"A","x":` + nest(n) + `}` }
	for op, list := range map[string]bool{"tramo": false, "tramos": true, "tipo_vehiculo": true, "reservas": true, "sanciones": true, "placa": false, "vehiculo": false, "cliente": false, "faq": false, "vehiculos": true} {
		passes := !slices.Contains([]string{"placa", "vehiculo", "vehiculos", "cliente", "faq"}, op)
		for _, n := range []int{decode.MaxLevels, decode.MaxLevels + 1, 5000} {
			data := record(n)
			if list {
				data = "[" + data + "]"
			}
			_, err := everyRead[op](t.Context(), scripted(t, play(answer(200, okData(data))), withSanciones))
			if want := passes && n > decode.MaxLevels; (err != nil) != want || want && !strings.Contains(err.Error(), `field "x" is nested more than 32 levels deep`) {
				t.Errorf("%s, %d levels: %v", op, n, err)
			}
		}
	}
	for n, ok := range map[int]bool{decode.MaxLevels: true, decode.MaxLevels + 1: false} {
		if _, err := everyRead["tramo_precios_estacionar"](t.Context(), scripted(t, play(answer(200, okData(nest(n)))))); (err == nil) != ok {
			t.Errorf("prices, %d levels: %v", n, err)
		}
	}
	// The other bounds hold for all fields together, and for one that is a text.
	half, long := "["+strings.Repeat("1,", decode.MaxParts/2)+"1]", `"`+strings.Repeat("x", decode.MaxValue*2/3)+`"`
	for data, says := range map[string]string{
		`{"id":1,"x":` + half + `}`: "", `{"id":1,"x":` + half + `,"y":` + half + `}`: `field "y" holds more than 10000 values`,
		`{"id":1,"x":` + long + `}`: "", `{"id":1,"x":` + long + `,"y":` + long + `}`: `field "y" is larger than 1 MiB`,
		`{"id":1,"nombre":"` + strings.Repeat("x", decode.MaxValue) + `"}`: `field "nombre" is larger than 1 MiB`,
	} {
		expectError(t, errorOf(everyRead["tramo"](t.Context(), scripted(t, play(answer(200, okData(data)))))), says)
	}
}

// TestPassedOnUnaltered: what decoding would alter without a word is an error that names the field.
func TestPassedOnUnaltered(t *testing.T) {
	t.Parallel()
	for value, says := range map[string]string{
		`{"a":{"b":1,"b":2}}`:    `field "x" has the field "b" twice`,
		`["\ud800"]`:             `field "x" holds half a character`,
		`{"\udfff":1}`:           `field "x" holds half a character`,
		`["\ud83d\ude97","\n"]`:  "",
		`"\\ud800"`:              "",
		`"\ud83d\\ude97"`:        `field "x" holds half a character`,
		"\"\xff\"":               `field "x" is not UTF-8 text`,
		`[1e400,-0,0.1,1E-9999]`: "",
		`99999999999999999999`:   "",
	} {
		held, err := scripted(t, play(answer(200, okData(`{"id":1,"x":`+value+`}`)))).Tramo(t.Context(), 1)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want the error %q", value, err, says)
		}
		if err == nil {
			var want any
			decoder := json.NewDecoder(strings.NewReader(value))
			decoder.UseNumber()
			if decoder.Decode(&want) != nil || fmt.Sprint(held.Datos["x"]) != fmt.Sprint(want) {
				t.Errorf("%s: passed on as %v", value, held.Datos["x"])
			}
		}
	}
	expectError(t, errorOf(scripted(t, play(answer(200, "{\"estado\":\"ok\",\"data\":{\"id\":1,\"x\xff\":1}}"))).Tramo(t.Context(), 1)), "has a name that is not text")
}

// TestManyErrores: of any number and size of errores the first are shown, in an error of bounded length that says how
// many there are besides.
func TestManyErrores(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	many := func(n int, entry func(i int) string) string {
		entries := make([]string, n)
		for i := range entries {
			entries[i] = entry(i)
		}
		return strings.Join(entries, ",")
	}
	fail := func(message, errores string) string {
		return `{"estado":"fail","error":` + message + `,"errores":` + errores + `}`
	}
	long := func(text string) string { return `"` + strings.Repeat(text, (1<<20)/len(text)) + `"` }
	type row struct {
		body string
		says []string
	}
	each(t, map[string]row{
		"a million fields":   {fail(`"No"`, "{"+many(million, func(i int) string { return fmt.Sprintf(`"c%d":"m"`, i) })+"}"), []string{`"No"`, `c0: "m"`, fmt.Sprintf("and %d more fields", million-maxShown)}},
		"a million messages": {fail(`"No"`, `{"placa":[`+many(million, func(int) string { return `"m"` })+"]}"), []string{`placa: "m`, fmt.Sprintf("and %d more", million-maxShown)}},
		"a million numbers":  {fail(`"No"`, `{"placa":[`+many(million, func(int) string { return `7` })+"]}"), []string{`placa: "7`, fmt.Sprintf("and %d more", million-maxShown)}},
		"a million objects":  {fail(`"No"`, "["+many(million, func(int) string { return `{"a":"m"}` })+"]"), []string{fmt.Sprintf("and %d more", million-maxShown)}},
		"one field, often":   {fail(`"No"`, "{"+many(million, func(int) string { return `"placa":"m"` })+"}"), []string{`placa: "m`, fmt.Sprintf("and %d more fields", million-maxShown)}},
		"a million errors":   {fail("["+many(million, func(int) string { return `"m"` })+"]", "{}"), []string{"m, m", fmt.Sprintf("and %d more", million-maxShown)}},
		"long messages":      {fail(long("ñ"), "{"+many(10, func(i int) string { return fmt.Sprintf(`"c%d":%s`, i, long("x")) })+"}"), []string{"ññ", "…", `c9: "xx`}},
		"long and many": {fail(`"No"`, "{"+many(20, func(i int) string {
			return fmt.Sprintf(`"c%d":[%s]`, i, many(40, func(int) string { return `"` + strings.Repeat("x", 900) + `"` }))
		})+"}"), []string{`c0: "xx`, `c19: "xx`, "and 39 more"}},
		"long names":         {fail(`"No"`, "{"+many(10, func(i int) string { return long(fmt.Sprint("nombre", i)) + `:"m"` })+"}"), []string{"nombre0nombre0", `: "m"`}},
		"digits and letters": {fail(long("1234567a"), `{"a":`+long("1234567a")+`}`), []string{"(hidden for privacy)a"}},
		"at signs":           {fail(long("a@ "), `{"a":`+long("a%40 ")+`}`), []string{"(hidden for privacy)"}},
		"blanks":             {fail(long(" "), `{"a":`+long(`\n`)+`}`), []string{"no message"}},
		"9,000 levels":       {fail(`"No"`, strings.Repeat(`{"a":[`, 4500)+`"m"`+strings.Repeat("]}", 4500)), []string{`"No"`, `a: "m"`}},
		"9,000 levels twice": {fail(strings.Repeat("[", 9000)+`"m"`+strings.Repeat("]", 9000), `{"a":`+strings.Repeat("[", 9000)+`"m"`+strings.Repeat("]", 9000)+"}"), []string{`"m"`, "for a"}},
	}, func(t *testing.T, tt row) {
		s := play(answer(422, tt.body))
		c := scripted(t, s, func(c *Config) { c.Endpoints = Endpoints{"registrar_cliente": "/r"} })
		soon(t, func() {
			_, err := c.RegisterCliente(t.Context(), ClienteRequest{Email: "ana@example.com", Telefono: "0991234567", Cedula: "1712345678"})
			if fail := ErrorOf(err); !Is(err, Rejected) || len(fail.Fields) > maxShown+1 || len(err.Error()) > 32<<10 || !utf8.ValidString(err.Error()) {
				t.Fatalf("%d bytes, %.300s", len(fmt.Sprint(err)), fmt.Sprint(err))
			}
			for _, part := range tt.says {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("no %q in %.500s", part, err)
				}
			}
		})
	})
	// What no decoder follows is no envelope; the error says why, without an excerpt full of brackets.
	_, err := scripted(t, play(answer(422, fail(`"No"`, strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))))).Placa(t.Context(), "A")
	if !ErrorOf(err).Foreign || !strings.HasSuffix(err.Error(), "its JSON is nested too deep to be read") {
		t.Errorf("100,000 levels: %.300s", fmt.Sprint(err))
	}
}

// TestCreatedAnother: an answer to a creation that is about another thing is not taken for what was created; that is
// looked for.
func TestCreatedAnother(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for data, want := range map[string]int64{
		`{"id":5,"cliente_id":1,"placa":"A-1"}`: 5, `{"id":5}`: 5,
		`{"id":5,"cliente_id":2,"placa":"A1"}`: 8, `{"id":5,"cliente_id":1,"placa":"B"}`: 8, `{"id":5,"cliente_id":"x"}`: 8, `{"id":0}`: 8, `[]`: 8,
	} {
		s := play(answer(200, okData(data)), answer(200, okData(`[{"id":8,"cliente_id":1,"placa":"A1"}]`)))
		if v, err := scripted(t, s).RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A1"}); err != nil || v.ID != want {
			t.Errorf("vehicle %s: %d, %v", data, v.ID, err)
		}
	}
}
