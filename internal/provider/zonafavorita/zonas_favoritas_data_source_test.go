package zonafavorita

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const favoritas = "parking_zonas_favoritas"

// at is a favourite in the result.
func at(id int, zona, tramo, celda any) acctest.Values {
	return acctest.Values{"id": id, "zona_id": zona, "tramo_id": tramo, "celda_id": celda}
}

func TestZonasFavoritasDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(`INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id)
		VALUES (1, 2, 1, 3, NULL), (2, 2, 1, NULL, NULL), (3, 3, 1, NULL, NULL), (4, 2, 2, 7, 25)`)
	p := w.Proto(nil)
	one, two, four := at(1, 1, 3, nil), at(2, 1, nil, nil), at(4, 2, 7, 25)
	for query, c := range map[string]struct {
		config acctest.Values
		want   []any
	}{
		"?":                      {want: []any{one, two, four}},
		"?zona_id=1":             {config: acctest.Values{"zona_id": 1}, want: []any{one, two}},
		"?tramo_id=3":            {config: acctest.Values{"tramo_id": 3}, want: []any{one}},
		"?celda_id=25&zona_id=2": {config: acctest.Values{"celda_id": 25, "zona_id": 2}, want: []any{four}},
	} {
		config := acctest.Values{"cliente_id": 2, "zona_id": nil, "tramo_id": nil, "celda_id": nil}.With(c.config)
		bare := make([]any, len(c.want)) // the sandbox sends nothing else
		for i := range bare {
			bare[i] = acctest.Values{}
		}
		acctest.ExpectSame(t, query, p.LookUp(favoritas, config), config.With(acctest.Values{"zonas_favoritas": c.want, "datos": bare}))
		w.ExpectAsked("zonas_favoritas" + query)
	}
}

// That the service filters is not verified: what says that it is elsewhere is left
// out, and what does not say is kept.
func TestZonasFavoritasNotFiltered(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, config := w.Proto(nil), acctest.Values{"cliente_id": 2, "zona_id": 1, "tramo_id": nil, "celda_id": nil}
	lists(w, `{"favoritas":{"8":{"tramo_id":3,"nombre":"Casa","tramo":{"nombre":"Calle Mayor"}},
		"9":{"zona_id":2,"tramo_id":7,"nombre":"No"},"10":{"zona_id":1,"orden":null}}}`)
	acctest.ExpectSame(t, "zone 1", p.LookUp(favoritas, config), config.With(acctest.Values{
		"zonas_favoritas": []any{at(10, 1, nil, nil), at(8, nil, 3, nil)},
		// What the provider does not know is kept, in the same order.
		"datos": []any{acctest.Values{"orden": nil}, acctest.Values{"nombre": "Casa", "tramo": acctest.Values{"nombre": "Calle Mayor"}}}}))
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Query().Get("zona_id") == "1" { // but for a control
			return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"zona_id":"cerrada"}}`)
		}
		return nil
	})
	acctest.Expect(t, "refused", p.Data(favoritas, config).Errors(), "zona_id: Unable to read favourites")
}
