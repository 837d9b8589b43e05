package acctest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// JustWritten is a result as it is right after its write, however long that took: Later is the reverse.
func (r Result) JustWritten(t testing.TB) Result {
	t.Helper()
	var private map[string]json.RawMessage // the framework's own form, in which values are base64
	Must(t, json.Unmarshal(r.Private, &private))
	if private[framework.WrittenKey] == nil {
		t.Error("that it was written is not noted")
	}
	when, err := json.Marshal(time.Now().Add(10 * hastySettle)) // ahead, which leaves a read more time
	Must(t, err)
	private[framework.WrittenKey], err = json.Marshal(when)
	Must(t, err)
	r.Private, err = json.Marshal(private)
	Must(t, err)
	return r
}
