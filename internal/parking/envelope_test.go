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
	tests := map[string]struct {
		status int
		body   string
		want   error    // a sentinel, nil for success, errFail for a FailError
		says   []string // what the error shows
	}{
		"ok":                     {200, okData(`{"id":1}`), nil, nil},
		"ok in capitals":         {200, `{"estado":"OK","data":[]}`, nil, nil},
		"ok created":             {201, okData(`{}`), nil, nil},
		"ok with white space":    {200, " \n" + okData(`1`) + "\r\n", nil, nil},
		"ok without data":        {200, `{"estado":"ok"}`, nil, nil},
		"ok at 400 (A13)":        {400, okData(`{}`), errFail, []string{`says \"ok\"`, "HTTP status is 400"}},
		"ok at 404 (A13)":        {404, okData(`{}`), errFail, []string{"404"}},
		"ok at 500 (A13)":        {500, okData(`{}`), errFail, []string{"500"}},
		"fail at 200":            {200, `{"estado":"fail","error":"Placa mal escrita"}`, errFail, []string{"Placa mal escrita", "HTTP 200"}},
		"fail at 422":            {422, `{"estado":"fail","error":"No","errores":{"placa":["Es corta"]}}`, errFail, []string{`"No"`, "placa: Es corta"}},
		"fail without a message": {200, `{"estado":"fail"}`, errFail, []string{"no message"}},
		"fail, message a list":   {200, `{"estado":"Fail","error":["Uno","Dos"]}`, errFail, []string{"Uno, Dos"}},
		"fail, message a number": {200, `{"estado":"fail","error":12345678}`, errFail, []string{"12345678"}},
		"page":                   {200, page, ErrNotEnvelope, []string{"502 Bad Gateway", "not a JSON object"}},
		"page at 404":            {404, page, ErrNotEnvelope, []string{"HTTP 404"}},
		"cut off":                {200, `{"estado":"ok","data":{"id":`, ErrNotEnvelope, []string{"it begins"}},
		"empty":                  {200, "", ErrNotEnvelope, []string{"the body is empty"}},
		"blank":                  {204, " \r\n\t", ErrNotEnvelope, []string{"the body is empty", "HTTP 204"}},
		"null":                   {200, "null", ErrNotEnvelope, []string{`no text field "estado"`}},
		"array":                  {200, `[{"estado":"ok"}]`, ErrNotEnvelope, []string{"not a JSON object"}},
		"text":                   {200, `"ok"`, ErrNotEnvelope, []string{"not a JSON object"}},
		"number":                 {200, `1`, ErrNotEnvelope, []string{"not a JSON object"}},
		"no estado":              {200, `{"data":{}}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado in capitals":     {200, `{"Estado":"ok","data":{}}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado a number":        {200, `{"estado":1}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado true":            {200, `{"estado":true}`, ErrNotEnvelope, []string{`no text field "estado"`}},
		"estado null":            {200, `{"estado":null}`, ErrNotEnvelope, []string{`neither "ok" nor "fail"`}},
		"estado unknown":         {200, `{"estado":"error","error":"x"}`, ErrNotEnvelope, []string{`neither "ok" nor "fail"`}},
		"trailing garbage":       {200, okData(`{}`) + "<br>", ErrNotEnvelope, []string{"not a JSON object"}},
		"two envelopes":          {200, okData(`{}`) + okData(`{}`), ErrNotEnvelope, []string{"not a JSON object"}},
		"warning before it":      {200, "<b>Warning</b>" + okData(`{}`), ErrNotEnvelope, []string{"<b>Warning</b>"}},
		"redirect":               {302, page, ErrNotEnvelope, []string{"redirects", "base_url"}},
		"redirect with ok":       {301, okData(`{}`), ErrNotEnvelope, []string{"redirects"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := decodeEnvelope("placa", tt.status, http.Header{}, []byte(tt.body), plain)
			var fail *FailError
			if tt.want == nil {
				if err != nil {
					t.Fatal(err)
				}
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
}

// errFail stands for any FailError.
var errFail = errors.New("a FailError")

// TestErrores: whatever shape errores has, all of its texts are shown (A12).
func TestErrores(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`"m",`, 60) + `"last"`
	var fields []string
	for i := range 50 {
		fields = append(fields, fmt.Sprintf(`"f%02d":"m"`, i))
	}
	tests := map[string]struct{ errores, want string }{
		"array":                {`{"placa":["Es corta","Es rara"]}`, "[{placa [Es corta Es rara]}]"},
		"string":               {`{"placa":"Es corta"}`, "[{placa [Es corta]}]"},
		"object":               {`{"placa":{"min":"Es corta","alfa":"Es rara"}}`, "[{placa [Es rara Es corta]}]"},
		"nested":               {`{"cliente":{"email":[{"texto":["No vale"]}]}}`, "[{cliente [No vale]}]"},
		"number and flag":      {`{"codigo":1200000000,"fatal":true}`, "[{codigo [1200000000]} {fatal [true]}]"},
		"sorted":               {`{"b":"2","Apellidos":"1"}`, "[{Apellidos [1]} {b [2]}]"},
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
		"many messages":        {`{"a":[` + many + `]}`, "[{a [" + strings.Repeat("m ", maxShown) + "and 41 more]}]"},
		"long message":         {`{"a":"` + strings.Repeat("ñ", 5000) + `"}`, "[{a [" + strings.Repeat("ñ", excerptLength) + "…]}]"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := fmt.Sprint(fieldErrors([]byte(tt.errores), plain)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("many fields", func(t *testing.T) {
		t.Parallel()
		got := fieldErrors([]byte("{"+strings.Join(fields, ",")+"}"), plain)
		if len(got) != maxShown+1 || got[maxShown].Messages[0] != "and more fields, 50 in all" {
			t.Errorf("got %d: %v", len(got), got)
		}
	})
}

func TestFailErrorText(t *testing.T) {
	t.Parallel()
	err := &FailError{Operation: "registrar_placa", Status: 422, Message: "No", Fields: []FieldError{
		{Field: "placa", Messages: []string{"Es corta", "Es rara"}}, {Messages: []string{"y más"}}}}
	if got, want := err.Error(), `registrar_placa: the service answered "No" (HTTP 422); placa: Es corta, Es rara; y más`; got != want {
		t.Errorf("got %s", got)
	}
}

func FuzzEnvelope(f *testing.F) {
	for _, body := range []string{"", "null", okData(`[]`), `{"estado":"fail","error":{},"errores":{"a":[[["x"]]],"b":{"c":null}}}`, `{"estado":"ok","total":"a","data":`, "<html>"} {
		f.Add(200, body)
	}
	f.Add(404, `{"estado":"ok"}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		env, err := decodeEnvelope("op", status, http.Header{}, []byte(body), plain)
		if err == nil && (status >= 300 || !strings.Contains(strings.ToLower(body), "ok") && !strings.Contains(body, `\u`)) {
			t.Errorf("taken for a success: %d %q", status, body)
		}
		if err != nil {
			var fail *FailError
			if !errors.As(err, &fail) && !errors.Is(err, ErrNotEnvelope) {
				t.Errorf("%T is none of the error types", err)
			}
			if !errors.As(err, &fail) && errors.Is(err, ErrNotFound) {
				t.Error("garbage taken as evidence")
			}
			_ = Ambiguous(err)
			return
		}
		_ = env.pages.integer("current_page")
		_, _ = newRecord("op", env.data)
		_, _ = newRecords("op", env.data)
	})
}
