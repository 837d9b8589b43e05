package probe

import (
	"net/http"
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
	change change
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
		{row: "A2", args: reading, seen: "placa (HTTP 404)", change: giving(to(get, "/external/placa/"), http.StatusNotFound, "a page")},
		{row: "A3", args: reading, seen: "page 1 came", change: saying(vehiculos, "current_page", 1)},
		{row: "A3", name: "size", args: reading, seen: "20 records", change: saying(vehiculos, "per_page", 20)},
		{row: "A4", args: reading, seen: "Parámetro desconocido", change: failing(to(get, "/external/cliente-email"), http.StatusUnprocessableEntity, "Parámetro desconocido")},
		{row: "A6", args: writingToo, seen: "no permitido", change: failing(to(put, "/external/placa"), http.StatusUnprocessableEntity, "no permitido")},
		{row: "A6", name: "without effect", args: writingToo, seen: "nothing changed", change: giving(to(put, "/external/placa"), http.StatusOK, done)},
		{row: "A9", args: writingToo, seen: "Falta", change: failing(to(http.MethodDelete, "/external/zona-favorita"), http.StatusUnprocessableEntity, "Falta el id")},
		{row: "A9", name: "without effect", args: writingToo, seen: "still listed", change: giving(to(http.MethodDelete, "/external/zona-favorita"), http.StatusOK, done)},
		{row: "A13", args: reading, seen: "faq_grupos (HTTP 404)", change: answering(to(get, "/external/faq-grupos"), func(_ int, top fields) (int, any) { return http.StatusNotFound, top })},
		{row: "A14.informacion", args: reading, seen: "an array", change: saying(to(get, "/external/informacion"), "data", []string{"x"})},
		{row: "A14.faq_grupos", args: reading, seen: "id", change: renamed(to(get, "/external/faq-grupos"), "id", "grupo_id")},
		{row: "A14.sanciones", args: reading, seen: "estado", change: renamed(to(get, "/external/sanciones"), "estado", "situacion")},
		{row: "A14.obtener_token", args: reading, seen: "token", change: renamed(to(get, "/external/token"), "token", "access_token")},
		{row: "A15", args: writingToo, seen: "overwritten", box: sandbox.Options{AcceptDuplicates: true}},

		{row: "D8", args: reading, seen: "other clients", change: each(vehiculos, func(one fields) { one["cliente_id"] = 3 })},
		{row: "D18", args: writingToo, seen: "reading the plate fails", change: giving(to(post, "/external/placa"), http.StatusOK, done)},
		{row: "D19", args: writingToo, seen: "left out: id or vehiculo_id", change: renamed(to(post, "/external/vehiculo"), "id", "codigo")},
	}
}

var done = fields{"estado": "ok", "data": fields{"message": "hecho"}}

// needsBearer refuses the credential unless it follows the word Bearer.
func needsBearer(status int) change {
	return failing(func(r *http.Request) bool { return !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") }, status, "La credencial no es válida")
}

// Each deviation is named, and nothing else is.
func TestDeviations(t *testing.T) {
	t.Parallel()
	for _, d := range deviations() {
		t.Run(strings.TrimSpace(d.row+" "+d.name), func(t *testing.T) {
			t.Parallel()
			got := newTown(t, d.box, d.change).probe(t.Context(), d.args...)
			if differ := got.with(Differs); !slices.Equal(differ, []string{d.row}) || got.code != exitDiffers {
				t.Fatalf("exit code %d, differ: %v\n%s%s", got.code, differ, got.stdout, got.stderr)
			}
			if seen := got.row(d.row).Seen; !strings.Contains(seen, d.seen) {
				t.Errorf("seen: %s", seen)
			}
		})
	}
}

// Every claim that is checked is seen to differ somewhere.
func TestEveryClaimHasADeviation(t *testing.T) {
	t.Parallel()
	all := deviations()
	for _, c := range claims {
		if c.never == "" && !slices.ContainsFunc(all, func(d deviation) bool { return d.row == c.id }) {
			t.Errorf("%s has none", c.id)
		}
	}
}
