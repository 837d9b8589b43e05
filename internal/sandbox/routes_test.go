package sandbox

import "testing"

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for _, path := range []string{"/", "/external", "/external/", "/external/nada", "/external/placa/", "/external/tramos/1",
		"/external/placa/A/B", "/x/placa", "//external/placa", "/external/reserva-pagar",
		"/external/faq?faq_id=13", "/external/faq?faq_id=x", "/external/faq?faq_id=1.0"} {
		errores(t, send(t, s, "GET "+path, ""), 404)
	}
	for _, request := range []string{"DELETE placa", "POST placa/A", "HEAD tramos", "OPTIONS zona-favorita", "GET reserva-pagar/1",
		"DELETE vehiculo/1"} {
		equal(t, request, send(t, s, request, "").status, 405)
	}
}
