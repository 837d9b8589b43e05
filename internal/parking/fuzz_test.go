package parking

import (
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The seeds are files of testdata/fuzz, one an answer: every kind that the embedded sandbox gives, and hostile ones.

// FuzzEnvelope: whatever comes is an ok envelope whose data is whole, or one of the error types, of bounded length and
// without the credential.
func FuzzEnvelope(f *testing.F) {
	c, err := New(Config{BaseURL: "http://service.test", Credential: credential})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		env, err := decodeEnvelope("op", status, http.Header{}, []byte(body), maskPersonal(c.mask(nil)))
		if err != nil {
			var fail *FailError
			isFail := errors.As(err, &fail)
			if !isFail && !errors.Is(err, ErrNotEnvelope) {
				t.Errorf("%T is none of the error types", err)
			}
			if !isFail && errors.Is(err, ErrNotFound) {
				t.Error("garbage taken as evidence")
			}
			if isFail && (len(fail.Fields) > maxShown+1 || fail.Message == "") {
				t.Errorf("%d fields, message %q", len(fail.Fields), fail.Message)
			}
			if isFail && slices.ContainsFunc(fail.Fields, func(field FieldError) bool { return len(field.Messages) == 0 }) {
				t.Errorf("a field without a message: %v", fail.Fields)
			}
			if text := err.Error(); len(text) > 64<<10 || !utf8.ValidString(text) || strings.Contains(strings.ToLower(text), credential) {
				t.Errorf("%d bytes: %.500q", len(text), text)
			}
			_ = Ambiguous(err)
			return
		}
		var whole struct {
			Data json.RawMessage `json:"data"`
		}
		if status >= 300 && status < 400 || status >= 400 || json.Unmarshal([]byte(strings.TrimPrefix(body, "\uFEFF")), &whole) != nil {
			t.Errorf("taken for a success: %d %q", status, body)
		}
		if env.data != nil && !json.Valid(env.data) {
			t.Errorf("data is %q", env.data)
		}
		if p, err := newPage("op", env); err == nil {
			list := listing[Reserva]{op: "op", read: newReserva}
			_ = list.add(p)
		}
	})
}

// FuzzMask: however a secret is spelled in whatever text, nothing that is spelled so stays, and masking again finds no
// more.
func FuzzMask(f *testing.F) {
	f.Add("0991234567", "Tel. ", " ya existe", "-")
	f.Add("key/a+b==", "%4", "&amp", "")
	f.Add("00      á", "0", "0", " ")
	f.Add("Peña Ibáñez", "\xff\\u00", ";", " ")
	c, err := New(Config{BaseURL: "http://service.test", Credential: credential})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, secret, before, after, between string) {
		if !utf8.ValidString(secret) || !utf8.ValidString(between) || strings.ContainsFunc(between, isAlphanumeric) || utf8.RuneCountInString(between) > maxBetween || len(before+secret+after) > maxMasked {
			return
		}
		bare := strings.Map(func(r rune) rune {
			if isAlphanumeric(r) {
				return r
			}
			return -1
		}, secret)
		if utf8.RuneCountInString(bare) < minSecret || strings.Contains(masked, bare) {
			return
		}
		mask := c.mask([]string{secret})
		for _, spelled := range []string{bare, strings.Join(strings.Split(bare, ""), between), html.EscapeString(bare), url.QueryEscape(bare), url.PathEscape(url.QueryEscape(bare)), php(bare)} {
			shown := mask(before + " " + spelled + " " + after)
			if !strings.Contains(shown, masked) || strings.Contains(shown, " "+spelled+" ") {
				t.Errorf("%q stays in %q", spelled, shown)
			}
			if again := mask(shown); again != shown {
				t.Errorf("%q became %q", shown, again)
			}
		}
	})
}
