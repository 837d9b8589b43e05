package parking

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestEnvelope: the envelope decides, at every HTTP status.
func TestEnvelope(t *testing.T) {
	t.Parallel()
	const page = "<html><head><title>502 Bad Gateway</title></head></html>"
	type row struct {
		status int
		body   string
		want   error    // a sentinel, nil for success, errFail for a FailError
		says   []string // what the error shows
	}
	each(t, map[string]row{
		"ok":                     {200, okData(`{"id":1}`), nil, nil},
		"ok in capitals":         {200, `{"estado":"OK","data":[]}`, nil, nil},
		"ok with white space":    {200, " \n" + okData(`1`) + "\r\n", nil, nil},
		"ok without data":        {200, `{"estado":"ok"}`, nil, nil},
		"ok at 400 (A13)":        {400, okData(`{}`), errFail, []string{`says \"ok\"`, "HTTP status is 400"}},
		"ok at 500 (A13)":        {500, okData(`{}`), errFail, []string{"500"}},
		"fail at 200":            {200, `{"estado":"fail","error":"Placa mal escrita"}`, errFail, []string{"Placa mal escrita", "HTTP 200"}},
		"fail at 422":            {422, `{"estado":"fail","error":"No","errores":{"placa":["Es corta"]}}`, errFail, []string{`"No"`, `placa: "Es corta"`}},
		"fail without a message": {200, `{"estado":"fail"}`, errFail, []string{"no message"}},
		"fail, message a list":   {200, `{"estado":"Fail","error":["Uno","Dos"]}`, errFail, []string{"Uno, Dos"}},
		"fail with full stops": {422, `{"estado":"fail","error":["No.","Así no."],"errores":{"placa":["Es corta.","Es fea. "],"color":"No existe."}}`, errFail,
			[]string{`answered "No, Así no" (HTTP 422); placa: "Es corta; Es fea"; color: "No existe"`}},
		"fail, said again":       {401, `{"estado":"fail","error":"No vale","errores":{"Authorization":["No vale"],"":["No vale"],"a":["No vale","Es rara"]}}`, errFail, []string{`"No vale" (HTTP 401), for Authorization; a: "Es rara"`}},
		"fail, of no field":      {422, `{"estado":"fail","error":"No","errores":["y más"]}`, errFail, []string{`"No" (HTTP 422); "y más"`}},
		"fail, message a number": {200, `{"estado":"fail","error":12345678}`, errFail, []string{"12345678"}},
		"page":                   {200, page, ErrNotEnvelope, []string{"502 Bad Gateway", "it is a web page, not JSON"}},
		"cut off":                {200, `{"estado":"ok","data":{"id":`, ErrNotEnvelope, []string{"the answer begins"}},
		"empty":                  {200, "", ErrNotEnvelope, []string{"the body is empty"}},
		"blank":                  {204, " \r\n\t", ErrNotEnvelope, []string{"the body is empty", "HTTP 204"}},
		"null":                   {200, "null", ErrNotEnvelope, []string{"the body must be an object, but is null"}},
		"array":                  {200, `[{"estado":"ok"}]`, ErrNotEnvelope, []string{"the body must be an object, but is an array"}},
		"byte order mark":        {200, "\uFEFF" + okData(`{}`), nil, nil},
		"byte order mark alone":  {200, "\uFEFF", ErrNotEnvelope, []string{"the body is empty"}},
		"two byte order marks":   {200, "\uFEFF\uFEFF" + okData(`{}`), ErrNotEnvelope, []string{"not a JSON object"}},
		"ok and fail":            {200, `{"estado":"ok","data":{},"estado":"fail"}`, ErrNotEnvelope, []string{`has the field "estado" twice`}},
		"data twice":             {200, `{"estado":"ok","data":{"id":1},"data":{"id":2}}`, ErrNotEnvelope, []string{`has the field "data" twice`}},
		"fail in Latin-1":        {200, "{\"estado\":\"fail\",\"error\":\"Matr\xedcula\"}", errFail, []string{"Matr cula"}},
		"fail, half a character": {200, `{"estado":"fail","error":"a\ud800b"}`, errFail, []string{"a b"}},
		"fail, many messages":    {200, `{"estado":"fail","error":["1"` + strings.Repeat(`,"2"`, 30) + `]}`, errFail, []string{"1, 2, 2", "and 11 more"}},
		"no estado":              {200, `{"data":{}}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado in capitals":     {200, `{"Estado":"ok","data":{}}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado a number":        {200, `{"estado":1}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado null":            {200, `{"estado":null}`, ErrNotEnvelope, []string{`neither "ok" nor "fail"`}},
		"estado unknown":         {200, `{"estado":"error","error":"x"}`, ErrNotEnvelope, []string{`neither "ok" nor "fail"`}},
		"trailing garbage":       {200, okData(`{}`) + "<br>", ErrNotEnvelope, []string{"not a JSON object"}},
		"warning before it":      {200, "<b>Warning</b>" + okData(`{}`), ErrNotEnvelope, []string{"<b>Warning</b>"}},
		"redirect":               {302, page, ErrNotEnvelope, []string{"redirects"}},
		"redirect with ok":       {301, okData(`{}`), ErrNotEnvelope, []string{"redirects"}},
	}, func(t *testing.T, tt row) {
		_, err := decodeEnvelope("placa", tt.status, http.Header{}, []byte(tt.body), plain)
		var fail *FailError
		if tt.want == nil {
			must(t, err)
			return
		}
		if !errors.Is(err, tt.want) && (!errors.Is(tt.want, errFail) || !errors.As(err, &fail)) {
			t.Fatalf("got %v, want %v", err, tt.want)
		}
		for _, part := range append(tt.says, "placa: ", fmt.Sprintf("HTTP %d", tt.status)) {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("no %q in %q", part, err)
			}
		}
	})
}

// errFail stands for any FailError.
var errFail = errors.New("a FailError")

// TestErrores: whatever shape errores has, all of its texts are shown (A12).
func TestErrores(t *testing.T) {
	t.Parallel()
	type row struct{ errores, want string }
	each(t, map[string]row{
		"array":                {`{"placa":["Es corta","Es rara"]}`, "[{placa [Es corta Es rara]}]"},
		"string":               {`{"placa":"Es corta"}`, "[{placa [Es corta]}]"},
		"object":               {`{"placa":{"min":"Es corta","alfa":"Es rara"}}`, "[{placa [Es corta Es rara]}]"},
		"nested":               {`{"cliente":{"email":[{"texto":["No vale"]}]}}`, "[{cliente [No vale]}]"},
		"number and flag":      {`{"codigo":1200000000,"fatal":true}`, "[{codigo [1200000000]} {fatal [true]}]"},
		"in their order":       {`{"b":"2","Apellidos":"1"}`, "[{b [2]} {Apellidos [1]}]"},
		"one field twice":      {`{"b":"2","b":"1"}`, "[{b [2]} {b [1]}]"},
		"names are no texts":   {`{"b":{"x":{"y":"1","z":{}},"w":"2"},"c":[{"v":[]},"3"]}`, "[{b [1 2]} {c [3]}]"},
		"text alone":           {`"Todo mal"`, "[{ [Todo mal]}]"},
		"list alone":           {`["Uno","Dos"]`, "[{ [Uno Dos]}]"},
		"list of objects":      {`[{"campo":"placa","mensaje":"Es corta"}]`, "[{ [placa Es corta]}]"},
		"absent":               {``, "[]"},
		"null":                 {`null`, "[]"},
		"empty object":         {`{}`, "[]"},
		"empty list":           {`[]`, "[]"},
		"fields without texts": {`{"a":null,"b":[],"c":"","d":"  ","e":"x"}`, "[{e [x]}]"},
		"white space":          {`{"a":" uno\n\t dos "}`, "[{a [uno dos]}]"},
		"escape sequences":     {`{"a":"\u001b[31mrojo\u009b0m\u202efin"}`, "[{a [[31mrojo 0m fin]}]"},
		"long message":         {`{"a":"` + strings.Repeat("ñ", 5000) + `"}`, "[{a [" + strings.Repeat("ñ", excerptLength) + "…]}]"},
	}, func(t *testing.T, tt row) {
		equal(t, "fields", fmt.Sprint(fieldErrors([]byte(tt.errores), plain)), tt.want)
	})
}
