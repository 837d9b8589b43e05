package parking

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// The seeds are files of testdata/fuzz, one an answer: every kind that the embedded sandbox gives, and hostile ones.

// FuzzEnvelope: whatever comes is an ok envelope whose data is whole, or one of the error types, of bounded length and
// without the credential.
func FuzzEnvelope(f *testing.F) {
	f.Fuzz(func(t *testing.T, status int, body string) {
		env, err := decodeEnvelope(aWrite, status, http.Header{}, []byte(body), redact.Secrets(credential, nil))
		if err != nil {
			fail, text := ErrorOf(err), err.Error()
			if fail.Op != aWrite.name || fail.Foreign && fail.Message == "" || len(fail.Fields) > maxShown ||
				slices.ContainsFunc(fail.Fields, func(field FieldError) bool { return len(field.Messages) == 0 }) {
				t.Errorf("not classified: %+v", fail)
			}
			if len(text) > 64<<10 || !utf8.ValidString(text) || strings.Contains(strings.ToLower(text), credential) {
				t.Errorf("%d bytes: %.500q", len(text), text)
			}
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
		if p, err := (&list[Reserva]{call: call{op: aWrite}, read: newReserva}).decode(1, env); err == nil {
			r := new(pass[Reserva])
			r.add(p)
			_, _ = r.hasNext(), r.doubt(nil)
		}
	})
}
