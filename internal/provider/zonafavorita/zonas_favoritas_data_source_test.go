package zonafavorita

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestZonasFavoritasDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (1, 2, 1, 3, NULL), (2, 2, 1, NULL, NULL), (3, 3, 1, NULL, NULL), (4, 2, 2, 7, 25)")
	p := w.Proto(nil)
	one := acctest.Values{"id": 1, "zona_id": 1, "tramo_id": 3, "celda_id": nil}
	two := acctest.Values{"id": 2, "zona_id": 1, "tramo_id": nil, "celda_id": nil}
	four := acctest.Values{"id": 4, "zona_id": 2, "tramo_id": 7, "celda_id": 25}
	for _, c := range []struct {
		config acctest.Values
		query  string
		want   []any
	}{
		{acctest.Values{}, "", []any{one, two, four}},
		{acctest.Values{"zona_id": 1}, "zona_id=1", []any{one, two}},
		{acctest.Values{"tramo_id": 3}, "tramo_id=3", []any{one}},
		{acctest.Values{"celda_id": 25, "zona_id": 2}, "celda_id=25&zona_id=2", []any{four}},
		{acctest.Values{"cliente_id": 4}, "", []any{}},
	} {
		config := acctest.Values{"cliente_id": 2, "zona_id": nil, "tramo_id": nil, "celda_id": nil}.With(c.config)
		bare := make([]any, len(c.want)) // the sandbox sends nothing else
		for i := range bare {
			bare[i] = acctest.Values{}
		}
		acctest.ExpectSame(t, c.query, p.LookUp("parking_zonas_favoritas", config), config.With(acctest.Values{"zonas_favoritas": c.want, "datos": bare}))
		w.ExpectAsked("zonas_favoritas?" + c.query)
	}
}

// That the service filters is not verified: what says that it is elsewhere is left
// out, and what does not say is kept.
func TestZonasFavoritasNotFiltered(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"favoritas":{"8":{"tramo_id":3,"nombre":"Casa","tramo":{"nombre":"Calle Mayor"}},"9":{"zona_id":2,"tramo_id":7,"nombre":"No"},"10":{"zona_id":1,"orden":null}}}}`)
	})
	config := acctest.Values{"cliente_id": 2, "zona_id": 1, "tramo_id": nil, "celda_id": nil}
	acctest.ExpectSame(t, "zone 1", p.LookUp("parking_zonas_favoritas", config), config.With(acctest.Values{"zonas_favoritas": []any{
		acctest.Values{"id": 10, "zona_id": 1, "tramo_id": nil, "celda_id": nil}, acctest.Values{"id": 8, "zona_id": nil, "tramo_id": 3, "celda_id": nil}},
		// What the provider does not know is kept, in the same order.
		"datos": []any{acctest.Values{"orden": nil}, acctest.Values{"nombre": "Casa", "tramo": acctest.Values{"nombre": "Calle Mayor"}}}}))
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":8,"cliente_id":3,"zona_id":1}]}`)
	})
	acctest.Expect(t, "another client's", p.Data("parking_zonas_favoritas", config).Errors(), "Unable to read favourites")
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":8,"lugar":{"zona_id":1}}]}`)
	})
	acctest.Expect(t, "no records", p.Data("parking_zonas_favoritas", config).Errors(), "Unable to read favourites")
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Query().Get("zona_id") == "1" { // but for a control
			return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"zona_id":"cerrada"}}`)
		}
		return nil
	})
	acctest.Expect(t, "refused", p.Data("parking_zonas_favoritas", config).Errors(), "zona_id: Unable to read favourites")
}
