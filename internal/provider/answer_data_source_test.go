package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestFAQGruposDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	group := func(id int, nombre string) values { return values{"id": id, "nombre": nombre} }
	expectSame(t, "groups", w.proto(values{"endpoints": unpublished}).lookUp("parking_faq_grupos", values{}), values{"parametros": nil,
		"datos": []any{group(1, "Reservas"), group(2, "Pagos"), group(3, "Vehículos"), group(4, "Sanciones")}})
	w.expectAsked("faq_grupos?")
}

func TestInformacionDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	expectSame(t, "information", w.proto(values{"endpoints": unpublished}).lookUp("parking_informacion", values{}), values{"parametros": nil,
		"datos": values{"nombre": "Estacionamiento de Valdebrisa (sandbox)", "version": "1.0", "contacto": "soporte@example.com"}})
	w.expectAsked("informacion?")
}

// The path is the one that is configured, and parametros are its query.
func TestAnswersOfOtherPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"faq_grupos", "informacion"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			asked := ""
			w.answer(func(r *http.Request) http.HandlerFunc {
				asked = r.Method + " " + r.URL.String()
				return body(200, `{"estado":"ok","data":"algo"}`)
			})
			p := w.proto(values{"endpoints": values{name: "/otra/ruta"}})
			parametros := values{"idioma": "es", "a b": "ñ&=?"}
			expectSame(t, name, p.lookUp("parking_"+name, values{"parametros": parametros}), values{"parametros": parametros, "datos": "algo"})
			if want := "GET /otra/ruta?a+b=%C3%B1%26%3D%3F&idioma=es"; asked != want {
				t.Errorf("asked %s, wanted %s", asked, want)
			}
		})
	}
}
