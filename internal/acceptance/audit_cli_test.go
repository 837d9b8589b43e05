package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Terraform prints every line that the audit log could not take, and counts none of them as similar warnings.
func TestCLIAuditLinesLost(t *testing.T) {
	t.Parallel()
	w, file := acctest.NewServer(t, sandbox.Options{}), auditFile(t)
	const plates = 4
	var sent sync.WaitGroup
	var once sync.Once
	sent.Add(plates)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPost {
			sent.Done()
			sent.Wait() // so that all are sent before a line is lost
			once.Do(func() { unwritable(t, file) })
		}
		return nil
	})
	cli := acctest.CLIOf(t, fmt.Sprintf("resource \"parking_placa\" \"p\" {\n  count            = %d\n  placa            = \"PBA100${count.index}\"\n  tipo_vehiculo_id = 1\n}\n", plates),
		map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "key", "PARKING_AUDIT_LOG": file})
	_, out := cli.Run("apply", "-auto-approve", "-no-color")
	for i := range plates {
		acctest.ExpectSays(t, "the apply", out, fmt.Sprintf(`"operation":"registrar_placa","placa":"PBA100%d","outcome":"done"`, i))
	}
	if strings.Contains(out, "similar warning") {
		t.Errorf("Terraform folds warnings:\n%s", out)
	}
}
