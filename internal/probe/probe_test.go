package probe

import (
	"bytes"
	"context"
	"io"
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
		for _, secret := range []string{credential, "sbx_secreto", "example.com", "022000001", "0100000001", "022000002", "flota.sur", "reparto.centro"} {
			if strings.Contains(output.String(), secret) {
				t.Errorf("%s is shown\n%s", secret, &output)
			}
		}
	})
}

// Where nothing can be found out, the exit code is 2, and the reason is said.
func TestNothing(t *testing.T) {
	t.Parallel()
	page := answers.NewListener(t, answers.Body(http.StatusOK, "<html>welcome"))
	strict := newTown(t, sandbox.Options{Credential: "another"}, change{})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := newTown(t, sandbox.Options{}, change{to("/external/reservas"), func(int, fields) (int, any) { cancel(); return 200, done }})
	type row struct {
		args []string
		env  map[string]string
		want string
	}
	acctest.Each(t, map[string]row{
		"no service": {[]string{"-base-url", page.URL}, nil, "found no parking service"},
		"refused":    {[]string{"-base-url", strict.BaseURL}, nil, "refuses the credential, alone and after the word Bearer"},
		"scheme": {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL_SCHEME": "Key"},
			"with the credential_scheme that is set"},
		"no credential": {[]string{"-base-url", strict.BaseURL}, map[string]string{"PARKING_CREDENTIAL": ""}, "The credential is not set"},
		"interrupted":   {[]string{"-base-url", stopped.BaseURL}, nil, "interrupted"},
	}, func(t *testing.T, c row) {
		var stdout, stderr bytes.Buffer
		env := map[string]string{"PARKING_CREDENTIAL": credential}
		maps.Copy(env, c.env)
		within := t.Context()
		if c.want == "interrupted" {
			within = ctx
		}
		if code := Main(within, c.args, "test", acctest.GetenvOf(env), &stdout, &stderr); code != exitNothing || stdout.Len() > 0 {
			t.Errorf("exit code %d: %s", code, &stdout)
		}
		acctest.ExpectSays(t, "standard error", stderr.String(), c.want)
	})
}

// The exit code is 1 where something differs.
func TestDiffers(t *testing.T) {
	t.Parallel()
	other := newTown(t, sandbox.Options{}, giving(to("/external/reservas"), http.StatusNotFound, done))
	if code := Main(t.Context(), []string{"-base-url", other.BaseURL}, "test", environment, io.Discard, io.Discard); code != exitDiffers {
		t.Errorf("exit code %d where ok comes at 404", code)
	}
}
