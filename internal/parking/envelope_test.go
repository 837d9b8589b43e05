package parking

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// TestEnvelope: the envelope decides, at every HTTP status.
func TestEnvelope(t *testing.T) {
	t.Parallel()
	const page = "<html><head><title>502 Bad Gateway</title></head></html>"
	type row struct {
		status int
		body   string
		want   answered
		says   []string // what the error shows
	}
	each(t, map[string]row{
		"ok":              {200, okData(`{"id":1}`), wellDone, nil},
		"ok in capitals":  {200, `{"estado":"OK","data":[]}`, wellDone, nil},
		"ok, white space": {200, " \n" + okData(`1`) + "\r\n", wellDone, nil},
		"ok without data": {200, `{"estado":"ok"}`, wellDone, nil},
		"ok at 400 (A13)": {400, okData(`{}`), inItsWords, []string{`says \"ok\"`, "HTTP status is 400"}},
		"ok at 500 (A13)": {500, okData(`{}`), inItsWords, []string{"500"}},
		"fail at 200":     {200, `{"estado":"fail","error":"Placa mal escrita"}`, inItsWords, []string{"Placa mal escrita", "HTTP 200"}},
		"fail at 422": {422, `{"estado":"fail","error":"No","errores":{"placa":["Es corta"]}}`, inItsWords,
			[]string{`"No"`, `placa: "Es corta"`}},
		"fail without a message": {200, `{"estado":"fail"}`, inItsWords, []string{`answered "(no message)" (HTTP 200)`}},
		"fail, message a list":   {200, `{"estado":"Fail","error":["Uno","Dos"]}`, inItsWords, []string{"Uno, Dos"}},
		"fail with full stops": {422, `{"estado":"fail","error":["No.","Así no."],` +
			`"errores":{"placa":["Es corta.","Es fea. "],"color":"No existe."}}`, inItsWords,
			[]string{`answered "No, Así no" (HTTP 422); color: "No existe"; placa: "Es corta; Es fea"`}},
		"fail, said again": {401, `{"estado":"fail","error":"No vale",` +
			`"errores":{"Authorization":["No vale"],"":["No vale"],"a":["No vale","Es rara"]}}`, inItsWords,
			[]string{`"No vale" (HTTP 401), for Authorization; a: "Es rara"`}},
		"fail, of no field": {422, `{"estado":"fail","error":"No","errores":["y más"]}`, inItsWords, []string{`"No" (HTTP 422); "y más"`}},
		"page":              {200, page, foreign, []string{"502 Bad Gateway", "it is a web page, not JSON"}},
		"cut off":           {200, `{"estado":"ok","data":{"id":`, foreign, []string{"the answer begins"}},
		"empty":             {200, "", foreign, []string{"the body is empty"}},
		"null":              {200, "null", foreign, []string{"the body must be an object, but is null"}},
		"array":             {200, `[{"estado":"ok"}]`, foreign, []string{"the body must be an object, but is an array"}},
		"BOM":               {200, "\uFEFF" + okData(`{}`), wellDone, nil},
		"BOM alone":         {200, "\uFEFF", foreign, []string{"the body is empty"}},
		"fail in Latin-1":   {200, "{\"estado\":\"fail\",\"error\":\"Matr\xedcula\"}", inItsWords, []string{"Matr cula"}},
		"fail, half a rune": {200, `{"estado":"fail","error":"a\ud800b"}`, inItsWords, []string{"a b"}},
		"fail, 31 messages": {200, `{"estado":"fail","error":["1"` + strings.Repeat(`,"2"`, 30) + `]}`, inItsWords, []string{"1, 2, 2"}},
		"no estado":         {200, `{"data":{}}`, foreign, []string{`no text field "estado"`}},
		"estado a number":   {200, `{"estado":1}`, foreign, []string{`no text field "estado"`}},
		"estado null":       {200, `{"estado":null}`, foreign, []string{`neither "ok" nor "fail"`}},
		"estado unknown":    {200, `{"estado":"error","error":"x"}`, foreign, []string{`neither "ok" nor "fail"`}},
		"trailing garbage":  {200, okData(`{}`) + "<br>", foreign, []string{"not a JSON object"}},
		"warning before it": {200, "<b>Warning</b>" + okData(`{}`), foreign, []string{"<b>Warning</b>"}},
		"redirect":          {302, page, foreign, []string{"redirects"}},
		"redirect with ok":  {301, okData(`{}`), foreign, []string{"redirects"}},
	}, func(t *testing.T, tt row) {
		_, err := decodeEnvelope(opPlaca, tt.status, http.Header{}, []byte(tt.body), redact.Secrets("", nil))
		if tt.want == wellDone {
			must(t, err)
			return
		}
		if err == nil || ErrorOf(err).Foreign != (tt.want == foreign) {
			t.Fatalf("got %v, want foreign %t", err, tt.want == foreign)
		}
		for _, part := range append(tt.says, "placa: ", fmt.Sprintf("HTTP %d", tt.status)) {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("no %q in %q", part, err)
			}
		}
	})
}

// answered is who answered, and what.
type answered int

const (
	wellDone answered = iota
	inItsWords
	foreign
)

// TestErrores: whatever shape errores has, all of its texts are shown (A12).
func TestErrores(t *testing.T) {
	t.Parallel()
	type row struct{ errores, want string }
	each(t, map[string]row{
		"array":                {`{"placa":["Es corta","Es rara"]}`, "[{placa [Es corta Es rara]}]"},
		"string":               {`{"placa":"Es corta"}`, "[{placa [Es corta]}]"},
		"object":               {`{"placa":{"min":"Es corta","alfa":"Es rara"}}`, "[{placa [Es rara Es corta]}]"},
		"number":               {`{"codigo":120000,"fatal":true}`, "[{codigo [120000]}]"},
		"in order of names":    {`{"b":"2","Apellidos":"1"}`, "[{Apellidos [1]} {b [2]}]"},
		"too many":             {`{"a":[` + strings.Repeat(`"1",`, 25) + `"1"],"b":"2"}`, "[{a [" + strings.Repeat("1 ", 19) + "1]}]"},
		"nested":               {`{"cliente":{"email":[{"texto":["No vale"]}]}}`, "[{cliente [No vale]}]"},
		"text alone":           {`"Todo mal"`, "[{ [Todo mal]}]"},
		"list of objects":      {`[{"campo":"placa","mensaje":"Es corta"}]`, "[{ [placa Es corta]}]"},
		"absent":               {``, "[]"},
		"empty object":         {`{}`, "[]"},
		"fields without texts": {`{"a":null,"b":[],"c":"","d":"  ","e":"x"}`, "[{e [x]}]"},
		"white space":          {`{"a":" uno\n\t dos "}`, "[{a [uno dos]}]"},
		"escape sequences":     {`{"a":"\u001b[31mrojo\u009b0m\u202efin"}`, "[{a [[31mrojo 0m fin]}]"},
		"long message":         {`{"a":"` + strings.Repeat("ñ ", 5000) + `"}`, "[{a [" + strings.Repeat("ñ ", 120) + "…]}]"},
	}, func(t *testing.T, tt row) {
		_, fields := complaint(map[string]json.RawMessage{"errores": []byte(tt.errores)}, redact.Secrets("", nil))
		equal(t, "fields", fmt.Sprint(fields), tt.want)
	})
}
