package probe

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// deviation is a service that differs from what is assumed or documented in one thing.
type deviation struct {
	row    string // the one that differs
	name   string
	args   []string
	box    sandbox.Options
	change func(http.Handler) http.Handler
	seen   string // part of what is seen
}

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
)

func deviations() []deviation {
	vehiculos := to(get, "/external/vehiculos")
	return []deviation{
		{row: "A1", args: reading, seen: "credential_scheme", change: needsBearer(http.StatusUnauthorized)},
		{row: "A1", name: "at 200", args: reading, seen: "credential_scheme", change: needsBearer(http.StatusOK)},
		{row: "A2", args: reading, seen: "placa (HTTP 404)", change: onFailure(to(get, "/external/placa/"), http.StatusNotFound, "a page")},
		{row: "A3", args: reading, seen: "page 1 came", change: query(vehiculos, "page", "")},
		{row: "A3", name: "size", args: reading, seen: "20 records", change: saying(vehiculos, "per_page", 20)},
		{row: "A3", name: "repeats", args: reading, seen: "repeats", change: repeating(vehiculos)},
		{row: "A4", args: reading, seen: "Parámetro desconocido", change: query(to(get, "/external/cliente-email"), "email", "correo")},
		{row: "A4", name: "no id", args: reading, seen: "left out: id or cliente_id", change: renamed(to(get, "/external/cliente-email"), "id", "codigo")},
		{row: "A4", name: "fields", args: reading, seen: "telefono", change: renamed(to(get, "/external/cliente-email"), "telefono", "tel")},
		{row: "A5", args: reading, seen: "no existe", change: failing(to(get, "/external/vehiculo/"), http.StatusNotFound, "La ruta no existe")},
		{row: "A5", name: "another", args: reading, seen: "another vehicle", change: each(to(get, "/external/vehiculo/"), func(one fields) { one["id"] = 4 })},
		{row: "A6", args: writingToo, seen: "no permitido", change: failing(to(put, "/external/placa"), http.StatusUnprocessableEntity, "no permitido")},
		{row: "A6", name: "without effect", args: writingToo, seen: "nothing changed", change: instead(to(put, "/external/placa"), http.StatusOK, done)},
		{row: "A7", args: reading, seen: "leaves out: nombre", change: renamed(to(get, "/external/tipo-vehiculo"), "nombre", "tipo")},
		{row: "A8", args: reading, seen: "no favourite record",
			change: saying(to(get, "/external/zona-favorita"), "data", []string{"zona 1", "tramo 5"})},
		{row: "A9", args: writingToo, seen: "Falta", change: failing(to(http.MethodDelete, "/external/zona-favorita"), http.StatusUnprocessableEntity, "Falta el id")},
		{row: "A9", name: "without effect", args: writingToo, seen: "still listed", change: instead(to(http.MethodDelete, "/external/zona-favorita"), http.StatusOK, done)},
		{row: "A10.id", args: reading, seen: "leaves out: id or reserva_id", change: renamed(to(get, "/external/reservas-activas"), "id", "codigo")},
		{row: "A10.id", name: "booking", args: writingToo, seen: "reserva_bloquear gives no id", change: renamed(to(post, "/external/reserva-bloquear"), "id", "codigo")},
		{row: "A10.extender", args: writingToo, seen: "are 10", change: instead(to(put, "/external/reserva-extender/"), http.StatusOK, done)},
		{row: "A10.cancelar", args: writingToo, seen: "Falta", change: failing(to(put, "/external/reserva-cancelar/"), http.StatusUnprocessableEntity, "Falta el cuerpo")},
		{row: "A11", args: reading, seen: "electrico of placa is no flag", change: each(to(get, "/external/placa/"), func(one fields) { one["electrico"] = "no" })},
		{row: "A11", name: "id 0", args: reading, seen: "tipo_vehiculo_id of placa is below 1", change: each(to(get, "/external/placa/"), func(one fields) { one["tipo_vehiculo_id"] = 0 })},
		{row: "A12", args: reading, seen: "the entry of id is a number", change: answering(to(get, "/external/tramo"), func(status int, top fields) (int, any) {
			if top["errores"] != nil {
				top["errores"] = fields{"id": 7}
			}
			return status, top
		})},
		{row: "A13", args: reading, seen: "faq_grupos (HTTP 404)", change: answering(to(get, "/external/faq-grupos"), func(_ int, top fields) (int, any) { return http.StatusNotFound, top })},
		{row: "A14.informacion", args: reading, seen: "an array", change: saying(to(get, "/external/informacion"), "data", []string{"x"})},
		{row: "A14.faq_grupos", args: reading, seen: "id", change: renamed(to(get, "/external/faq-grupos"), "id", "grupo_id")},
		{row: "A14.sanciones", args: reading, seen: "estado", change: renamed(to(get, "/external/sanciones"), "estado", "situacion")},
		{row: "A14.obtener_token", args: reading, seen: "token", change: renamed(to(get, "/external/token"), "token", "access_token")},
		{row: "A15", args: writingToo, seen: "overwritten", box: sandbox.Options{AcceptDuplicates: true}},
		{row: "A16.cercanos", args: reading, seen: "latitud", change: query(to(get, "/external/tramos-cercanos"), "latitud", "lat")},
		{row: "A16.precios", args: reading, seen: "tramo_id", change: query(to(get, "/external/tramo-precios-estacionar"), "tramo_id", "tramo")},
		{row: "A17", args: reading, seen: "faq_grupos (HTTP 429)", box: sandbox.Options{Faults: []sandbox.Fault{{Key: "faq_grupos", Kind: sandbox.Status429, When: sandbox.After, Times: 1}}}},
		{row: "A17", name: "503", args: reading, seen: "faq_grupos (HTTP 503)", box: sandbox.Options{Faults: []sandbox.Fault{{Key: "faq_grupos", Kind: sandbox.RetryAfter, When: sandbox.After, Times: 1}}}},
		{row: "A18", args: writingToo, seen: "registrar_placa (HTTP 200)",
			change: onFailure(to(post, "/external/placa"), http.StatusOK, fields{"estado": "fail", "error": "La placa ya existe"})},

		{row: "D1", args: reading, seen: "lower case", change: saying(to(get, "/external/faq-grupos"), "estado", "OK")},
		{row: "D5", args: reading, seen: "color", change: renamed(to(get, "/external/placa/"), "color", "colour")},
		{row: "D7", args: reading, seen: "found",
			change: onFailure(to(get, "/external/placa/"), http.StatusOK, fields{"estado": "ok", "data": nil})},
		{row: "D7", name: "another reason", args: reading, seen: "indistinguishable from other failures",
			change: onFailure(to(get, "/external/placa/"), http.StatusUnprocessableEntity, fields{"estado": "fail", "error": "Solicitud incorrecta"})},
		{row: "D8", args: reading, seen: "other clients", change: asking(vehiculos, func(r *http.Request) {
			values := r.URL.Query()
			values.Del("cliente_id")
			r.URL.RawQuery = values.Encode()
			r.Header.Set("Content-Type", "application/json")
			r.Body = io.NopCloser(strings.NewReader(`{"todo":1}`))
		})},
		{row: "D11", args: reading, seen: "cuerpo", change: failing(to(get, "/external/zona-favorita"), http.StatusBadRequest, "GET sin cuerpo")},
		{row: "D18", args: writingToo, seen: "reading the plate fails", change: instead(to(post, "/external/placa"), http.StatusOK, done)},
		{row: "D19", args: writingToo, seen: "left out: id or vehiculo_id", change: renamed(to(post, "/external/vehiculo"), "id", "codigo")},
	}
}

var done = fields{"estado": "ok", "data": fields{"message": "hecho"}}

// needsBearer refuses the credential unless it follows the word Bearer.
func needsBearer(status int) func(http.Handler) http.Handler {
	return failing(func(r *http.Request) bool { return !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") }, status, "La credencial no es válida")
}

// repeating gives the records of the first answer in every later one as well.
func repeating(m match) func(http.Handler) http.Handler {
	var first any
	return answering(m, func(status int, top fields) (int, any) {
		if first == nil {
			first = top["data"]
		}
		top["data"] = first
		return status, top
	})
}

// Each deviation is named, and nothing else is.
func TestDeviations(t *testing.T) {
	t.Parallel()
	for _, d := range deviations() {
		t.Run(strings.TrimSpace(d.row+" "+d.name), func(t *testing.T) {
			t.Parallel()
			got := newTown(t, d.box, d.change).probe(d.args...)
			if differ := got.with(Differs); !slices.Equal(differ, []string{d.row}) || got.code != exitDiffers {
				t.Fatalf("exit code %d, differ: %v\n%s%s", got.code, differ, got.stdout, got.stderr)
			}
			if seen := got.row(d.row).Seen; !strings.Contains(seen, d.seen) {
				t.Errorf("seen: %s", seen)
			}
		})
	}
}

// What the client accepts is no deviation.
func TestAcceptedForms(t *testing.T) {
	t.Parallel()
	tw := newTown(t, sandbox.Options{}, each(to(get, "/external/placa/"), func(one fields) {
		one["electrico"], one["exento"], one["sancionable"] = json.RawMessage("1.0"), "0", true
	}))
	if got := tw.probe(reading...); got.code != exitHolds {
		t.Errorf("exit code %d: %s", got.code, got.row("A11").Seen)
	}
}

// Every assumption of the client has a row.
func TestEveryAssumptionHasAClaim(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../parking/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	numbers := regexp.MustCompile(`(?m)^//   - (A[0-9]+):`).FindAllStringSubmatch(string(doc), -1)
	if len(numbers) < 16 {
		t.Fatalf("found %v", numbers)
	}
	for _, n := range numbers {
		if !slices.ContainsFunc(claims, func(c claim) bool { id, _, _ := strings.Cut(c.id, "."); return id == n[1] }) {
			t.Errorf("%s has none", n[1])
		}
	}
}

// Every claim that can be checked is seen to differ somewhere.
func TestEveryClaimHasADeviation(t *testing.T) {
	t.Parallel()
	all := deviations()
	for _, c := range claims {
		if c.never == "" && !slices.ContainsFunc(all, func(d deviation) bool { return d.row == c.id }) {
			t.Errorf("%s has none", c.id)
		}
	}
}
