package sandbox

import (
	"strings"
	"testing"
)

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for _, path := range []string{"/", "/external", "/external/", "/external/nada", "/external/placa/", "/external/tramos/1", "/external/placa/A/B", "/x/placa", "//external/placa", "/external/reserva-pagar",
		"/external/faq?faq_id=13", "/external/faq?faq_id=x", "/external/faq?faq_id=1.0"} {
		errores(t, send(t, s, "GET", path, ""), 404)
	}
	allowed := map[string]string{
		"DELETE /external/placa":          "GET, POST, PUT",
		"POST /external/placa/A":          "GET",
		"HEAD /external/tramos":           "GET",
		"OPTIONS /external/zona-favorita": "DELETE, GET, PUT",
		"GET /external/reserva-pagar/1":   "PUT",
		"DELETE /external/vehiculo/1":     "GET",
		"DELETE /external/vehiculo":       "POST",
	}
	for request, allow := range allowed {
		method, path, _ := strings.Cut(request, " ")
		r := send(t, s, method, path, "")
		if r.status != 405 || r.header.Get("Allow") != allow {
			t.Errorf("%s: got %d, Allow %q, want %q", request, r.status, r.header.Get("Allow"), allow)
		}
	}
}
