package probe

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Neither credential nor personal data is in any output, even where the service repeats all of it.
func TestPrivacy(t *testing.T) {
	t.Parallel()
	all := func(*http.Request) bool { return true }
	acctest.Each(t, map[string]change{
		"echo": {all, func(status int, top fields) (int, any) {
			if status >= http.StatusBadRequest {
				top["error"] = "no existe " + credential + " flota.sur@example.com 022000002 0100000001"
				top["errores"] = fields{"flota.sur@example.com": 7, credential: "0100000001"}
			}
			return status, top
		}},
		"refusing": failing(func(r *http.Request) bool { return r.Method != get || strings.Contains(r.URL.Path, "cliente") },
			http.StatusUnprocessableEntity, "no: "+credential+" reparto.centro@example.com 0100000001"),
		"names": each(all, "flota.sur@example.com", 1),
	}, func(t *testing.T, change change) {
		tw := newTown(t, sandbox.Options{}, change)
		var output bytes.Buffer
		for _, args := range [][]string{writing("AAA-1"), append([]string{"-email", "flota.sur@example.com"}, reading...)} {
			Main(t.Context(), append([]string{"-base-url", tw.BaseURL}, args...), "test", environment, &output, &output)
		}
		if output.Len() < 2500 {
			t.Fatalf("hardly any output: %s", &output)
		}
		for _, secret := range []string{credential, "sbx_secreto", "example.com", "022000001", "0100000001", "022000002", "flota.sur",
			"reparto.centro"} {
			if strings.Contains(output.String(), secret) {
				t.Errorf("%s is shown\n%s", secret, &output)
			}
		}
	})
}

// The exit code is 2 where nothing can be found out, with the reason, and 1 where something differs.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	page := answers.NewListener(t, answers.Body(http.StatusOK, "<html>welcome")).URL
	strict := newTown(t, sandbox.Options{Credential: "another"}, change{}).BaseURL
	differs := newTown(t, sandbox.Options{}, giving(to("/external/reservas"), http.StatusNotFound, done)).BaseURL
	ctx, cancel := context.WithCancel(t.Context())
	stopped := newTown(t, sandbox.Options{}, change{to("/external/reservas"), func(int, fields) (int, any) { cancel(); return 200, done }})
	type row struct {
		service string
		env     map[string]string
		code    int
		says    string // on standard error
	}
	acctest.Each(t, map[string]row{
		"no service":    {page, nil, exitNothing, "found no parking service"},
		"refused":       {strict, nil, exitNothing, "refuses the credential, alone and after the word Bearer"},
		"scheme":        {strict, map[string]string{"PARKING_CREDENTIAL_SCHEME": "Key"}, exitNothing, "the credential_scheme that is set"},
		"no credential": {strict, map[string]string{"PARKING_CREDENTIAL": ""}, exitNothing, "The credential is not set"},
		"interrupted":   {stopped.BaseURL, nil, exitNothing, "interrupted"},
		"differs":       {differs, nil, exitDiffers, ""},
	}, func(t *testing.T, c row) {
		var stdout, stderr bytes.Buffer
		env := map[string]string{"PARKING_CREDENTIAL": credential}
		maps.Copy(env, c.env)
		within := t.Context()
		if c.says == "interrupted" {
			within = ctx
		}
		code := Main(within, []string{"-base-url", c.service}, "test", acctest.GetenvOf(env), &stdout, &stderr)
		if code != c.code || (stdout.Len() > 0) != (code == exitDiffers) {
			t.Errorf("exit code %d: %s", code, &stdout)
		}
		acctest.ExpectSays(t, "standard error", stderr.String(), c.says)
	})
}
