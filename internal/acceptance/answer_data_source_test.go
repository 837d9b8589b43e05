package acceptance

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
