package flota

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestPlacaDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, marca, modelo, color, electrico, minusvalido, exento, sancionable) VALUES ('A/1 b', 2, 'Honda', 'PCX', 'rojo', 1, 0, 1, 0)")
	p := w.Proto(nil)
	acctest.ExpectSame(t, "plate", p.LookUp("parking_placa", acctest.Values{"placa": "A/1 b"}), acctest.Values{"placa": "A/1 b", "tipo_vehiculo_id": 2,
		"marca": "Honda", "modelo": "PCX", "color": "rojo", "electrico": true, "minusvalido": false, "exento": true, "sancionable": false})
	w.ExpectAsked("placa?")
	acctest.Expect(t, "spelling", p.Data("parking_placa", acctest.Values{"placa": "a/1 B"}).Errors(), "placa: Unable to read plate")
	acctest.Expect(t, "no plate", p.ValidateData("parking_placa", acctest.Values{"placa": " A"}), "placa: Invalid value")
}

// What the service leaves out is null, and the plate stays as it was asked for
// where the service writes it another way.
func TestPlacaDataSourceFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	left := acctest.Values{"placa": "a-1", "tipo_vehiculo_id": nil, "marca": nil, "modelo": nil, "color": nil, "electrico": nil, "minusvalido": nil, "exento": nil, "sancionable": nil}
	for data, want := range map[string]acctest.Values{
		`{"placa":"A1"}`: left,
		`{"placa":"A1","tipo_vehiculo_id":"3","electrico":"1","exento":null,"marca":null}`: left.With(acctest.Values{"tipo_vehiculo_id": 3, "electrico": true, "exento": false}),
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+data+`}`) })
		acctest.ExpectSame(t, data, p.LookUp("parking_placa", acctest.Values{"placa": "a-1"}), want)
	}
	w.Answer(func(*http.Request) http.HandlerFunc { return answers.Failing })
	acctest.Expect(t, "failing", p.Data("parking_placa", acctest.Values{"placa": "a-1"}).Errors(), "placa: Unable to read plate")
}
