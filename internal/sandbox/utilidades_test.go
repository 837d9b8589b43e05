package sandbox

import "testing"

func TestUtilidades(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	send(t, s, "GET", "/external/tipo-vehiculo", "").want(t, 200, `{"estado":"ok","data":[{"id":1,"nombre":"Automóvil"},{"id":2,"nombre":"Motocicleta"},`+
		`{"id":3,"nombre":"Furgoneta"},{"id":4,"nombre":"Camión"},{"id":5,"nombre":"Autobús"}]}`)
	send(t, s, "GET", "/external/faq?faq_id=10", "").want(t, 200, `{"estado":"ok","data":{"id":10,"pregunta":"¿Cuándo puedo pagar una sanción?",`+
		`"respuesta":"Cuando la sanción ya está cerrada.","grupo":{"id":4,"nombre":"Sanciones"}}}`)
	for _, id := range []string{"13", "x", "1.0"} {
		errores(t, send(t, s, "GET", "/external/faq?faq_id="+id, ""), 404)
	}
	if got := data[[]any](t, send(t, s, "GET", "/external/faq-grupos", "")); len(got) != 4 {
		t.Errorf("got %+v", got)
	}
	got := data[map[string]string](t, send(t, s, "GET", "/external/informacion", ""))
	if len(got) != 3 || got["nombre"] == "" || got["version"] == "" || got["contacto"] == "" {
		t.Errorf("got %+v", got)
	}
}
