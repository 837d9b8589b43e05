package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramoPreciosEstacionarDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	config := values{"tramo_id": 7, "parametros": values{"tipo_vehiculo_id": "2"}}
	state := p.lookUp("parking_tramo_precios_estacionar", config)
	w.expectAsked("tramo_precios_estacionar?tipo_vehiculo_id=2&tramo_id=7")
	datos, _ := state["datos"].([]any)
	if len(datos) != 12 {
		t.Fatalf("prices: %v", state)
	}
	expectSame(t, "first price", values{"it": datos[0]}, values{"it": values{"tramo_id": 7, "tipo_vehiculo_id": 2, "minutos": 10, "precio": 0.15}})
	// The answer has no documented shape, so any is passed on.
	for text, want := range map[string]any{`{"tarifa":{"hora":1.5}}`: values{"tarifa": values{"hora": 1.5}}, `"gratis"`: "gratis", `null`: nil, `[]`: []any{}} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":`+text+`}`) })
		expectSame(t, text, p.lookUp("parking_tramo_precios_estacionar", config), config.with(values{"datos": want}))
	}
}
