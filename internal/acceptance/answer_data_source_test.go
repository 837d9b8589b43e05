package acceptance

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestFAQGruposDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	group := func(id int, nombre string) acctest.Values { return acctest.Values{"id": id, "nombre": nombre} }
	acctest.ExpectSame(t, "groups", w.Proto(acctest.Values{"endpoints": acctest.Unpublished}).LookUp("parking_faq_grupos", acctest.Values{}), acctest.Values{"parametros": nil,
		"datos": []any{group(1, "Reservas"), group(2, "Pagos"), group(3, "Vehículos"), group(4, "Sanciones")}})
	w.ExpectAsked("faq_grupos?")
}

func TestInformacionDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	acctest.ExpectSame(t, "information", w.Proto(acctest.Values{"endpoints": acctest.Unpublished}).LookUp("parking_informacion", acctest.Values{}), acctest.Values{"parametros": nil,
		"datos": acctest.Values{"nombre": "Estacionamiento de Valdebrisa (sandbox)", "version": "1.0", "contacto": "soporte@example.com"}})
	w.ExpectAsked("informacion?")
}

// The path is the one that is configured, and parametros are its query.
func TestAnswersOfOtherPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"faq_grupos", "informacion"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewWorld(t, sandbox.Options{})
			asked := ""
			w.Answer(func(r *http.Request) http.HandlerFunc {
				asked = r.Method + " " + r.URL.String()
				return answers.Body(200, `{"estado":"ok","data":"algo"}`)
			})
			p := w.Proto(acctest.Values{"endpoints": acctest.Values{name: "/otra/ruta"}})
			parametros := acctest.Values{"idioma": "es", "a b": "ñ&=?"}
			acctest.ExpectSame(t, name, p.LookUp("parking_"+name, acctest.Values{"parametros": parametros}), acctest.Values{"parametros": parametros, "datos": "algo"})
			if want := "GET /otra/ruta?a+b=%C3%B1%26%3D%3F&idioma=es"; asked != want {
				t.Errorf("asked %s, wanted %s", asked, want)
			}
		})
	}
}
