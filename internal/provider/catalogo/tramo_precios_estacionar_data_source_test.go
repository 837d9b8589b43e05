package catalogo

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramoPreciosEstacionarDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	config := acctest.Values{"tramo_id": 7, "parametros": acctest.Values{"tipo_vehiculo_id": "2"}}
	state := p.LookUp("parking_tramo_precios_estacionar", config)
	w.ExpectAsked("tramo_precios_estacionar?tipo_vehiculo_id=2&tramo_id=7")
	datos, _ := state["datos"].([]any)
	if len(datos) != 12 {
		t.Fatalf("prices: %v", state)
	}
	acctest.ExpectSame(t, "first price", acctest.Values{"it": datos[0]}, acctest.Values{"it": acctest.Values{"tramo_id": 7, "tipo_vehiculo_id": 2, "minutos": 10, "precio": 0.15}})
	// The answer has no documented shape, so any is passed on.
	for text, want := range map[string]any{`{"tarifa":{"hora":1.5}}`: acctest.Values{"tarifa": acctest.Values{"hora": 1.5}}, `"gratis"`: "gratis", `null`: nil, `[]`: []any{}} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+text+`}`) })
		acctest.ExpectSame(t, text, p.LookUp("parking_tramo_precios_estacionar", config), config.With(acctest.Values{"datos": want}))
	}
}
