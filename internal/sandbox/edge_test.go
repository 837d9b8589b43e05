package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// asThe is what a service answers to requests of every kind, by request.
func asThe(t *testing.T, service Service) map[string]*httptest.ResponseRecorder {
	t.Helper()
	s := open(t, Options{Credential: "credencial", Service: service})
	for i := range 20 {
		change(t, s, "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)", fmt.Sprint("P", i))
		change(t, s, "INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (1, ?, 'x''s')", fmt.Sprint("P", i))
	}
	change(t, s, `INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 5);
		INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES (5, 1, 10, 'bloqueada', 100, 0, 600)`)
	out := map[string]*httptest.ResponseRecorder{}
	for _, asked := range []string{
		"GET placa/P1", "GET placa/N1", "GET vehiculos?cliente_id=1", "GET vehiculos?cliente_id=1&page=2",
		"GET vehiculos?cliente_id=1&page=9", "GET vehiculos?cliente_id=2", "GET vehiculo/1", "GET vehiculo/99",
		"GET cliente", "GET cliente wrong", "GET cliente-email?email=flota.sur@example.com", "GET tramo/1", "GET tramos",
		"GET tramo-precios-estacionar?tramo_id=1", "GET tipo-vehiculo", "GET reservas", "GET faq?faq_id=1",
		`GET zona-favorita {"cliente_id":1}`, `PUT zona-favorita {"cliente_id":1,"zona_id":2}`,
		`POST vehiculo {"cliente_id":2,"placa":"P1"}`, `PUT placa {"placa":"P1","tipo_vehiculo_id":1}`,
		`POST placa {"placa":"P1","tipo_vehiculo_id":1}`, `POST placa {"placa":"P1","tipo_vehiculo_id":99}`,
	} {
		words := append(strings.SplitN(asked, " ", 3), "")
		body, credential := words[2], "credencial"
		if body == "wrong" {
			body, credential = "", "otra"
		}
		path := "http://localhost" + service.of("base path") + "/external/" + words[1]
		r := httptest.NewRequestWithContext(t.Context(), words[0], path, strings.NewReader(body))
		r.Header = http.Header{"Authorization": {credential}, "Content-Type": {"application/json"}}
		out[asked] = httptest.NewRecorder()
		s.ServeHTTP(out[asked], r)
	}
	return out
}

// No two values of a freedom answer alike, and each leaves what the document shows: the fields of plates, vehicles, sections
// and questions, but not the types of counters, and the envelope.
func TestFreedoms(t *testing.T) {
	t.Parallel()
	plain := asThe(t, Service{})
	for _, f := range Freedoms {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			seen := map[string]string{}
			for _, value := range f.Values {
				alike := ""
				if f.Name == "base path" { // which the paths of the requests show
					alike = value
				}
				answers := asThe(t, Service{Values: map[string]string{f.Name: value}})
				for _, asked := range slices.Sorted(maps.Keys(plain)) {
					got := answers[asked]
					alike += fmt.Sprintln(asked, got.Code, got.Header()["Content-Type"], got.Body)
					keepsDocumented(t, asked, plain[asked], got)
				}
				if other, twice := seen[alike]; twice {
					t.Errorf("%q answers as %q does", value, other)
				}
				seen[alike] = value
			}
		})
	}
}

// keepsDocumented fails the test unless an answer has what the document shows of it.
func keepsDocumented(t *testing.T, asked string, want, got *httptest.ResponseRecorder) {
	t.Helper()
	var was, is struct {
		Estado, Error string
		Errores, Data object
	}
	_ = json.Unmarshal(want.Body.Bytes(), &was) // a list is not compared
	_ = json.Unmarshal([]byte(strings.TrimPrefix(got.Body.String(), "\uFEFF")), &is)
	if is.Estado == "fail" && (is.Error == "" || is.Errores == nil) {
		t.Errorf("%s: got a fail envelope without error or errores: %s", asked, got.Body)
	}
	words := strings.FieldsFunc(asked, func(r rune) bool { return strings.ContainsRune(" /?", r) })
	if operationsAsked[words[0]+" "+words[1]].shape != "" {
		return
	}
	for name, value := range was.Data {
		if value != nil && !strings.HasPrefix(name, "libres") && !reflect.DeepEqual(is.Data[name], value) {
			t.Errorf("%s: got %s %v, wanted %v", asked, name, is.Data[name], value)
		}
	}
}
