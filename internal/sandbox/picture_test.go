package sandbox

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The picture of the README, and what the page was made from when it was taken.
const (
	pictureFile = "testdata/apply.png"
	pictureOf   = "testdata/apply.sha256"
)

var takePicture = flag.Bool("picture", false, "take the picture of the page during an apply anew")

// The picture shows the page as it is. With -picture it is taken anew, in the middle of a real apply.
func TestPicture(t *testing.T) {
	t.Parallel()
	if *takePicture {
		must(t, os.WriteFile(pictureFile, picture(t), 0o600))
		must(t, os.WriteFile(pictureOf, []byte(webHash(t)+"\n"), 0o600))
	}
	made, err := os.ReadFile(pictureOf)
	must(t, err)
	if string(made) != webHash(t)+"\n" {
		t.Errorf("the page has changed since %s was taken: run go test ./internal/sandbox -run TestPicture -picture", pictureFile)
	}
}

// webHash is a hash of what the page is made of.
func webHash(t *testing.T) string {
	t.Helper()
	hash := sha256.New()
	for _, name := range []string{"index.html", "page.css", "page.js"} {
		content, err := web.ReadFile("web/" + name)
		must(t, err)
		_, _ = hash.Write(content)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

const pictureConfig = `
terraform {
  required_providers { parking = { source = "parking-provider/parking" } }
}
resource "parking_flota" "flota" {
  for_each   = { 2 = 400, 3 = 250, 4 = 120 }
  cliente_id = each.key
  vehiculos  = { for n in range(each.value) : format("P%s-%04d", each.key, n) => { tipo_vehiculo_id = 1 } }
}
`

// picture is a PNG of the page in the middle of an apply of three fleets, of which some answers are lost.
func picture(t *testing.T) []byte {
	t.Helper()
	s := open(t, Options{Latency: Latency{"default": 400 * time.Millisecond}, Seed: 3,
		Faults: []Fault{{Key: "registrar_vehiculo", Kind: Drop, When: After, Rate: .02}, {Key: "registrar_placa", Kind: Status503, Rate: .02}}})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)

	folder := t.TempDir()
	must(t, exec.CommandContext(t.Context(), "go", "build", "-o", folder, "../..").Run())
	must(t, os.WriteFile(filepath.Join(folder, "main.tf"), []byte(pictureConfig), 0o600))
	must(t, os.WriteFile(filepath.Join(folder, "rc"), []byte(`provider_installation {
  dev_overrides { "parking-provider/parking" = "`+folder+`" }
}`), 0o600))
	apply := exec.CommandContext(t.Context(), cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"), "apply", "-auto-approve", "-no-color")
	apply.Dir = folder
	apply.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(folder, "rc"), "PARKING_BASE_URL="+server.URL,
		"PARKING_CREDENTIAL=try-me-out", "PARKING_MAX_CONCURRENCY=24", "PARKING_PLAN_LOOKUPS=false")
	must(t, apply.Start())
	t.Cleanup(func() {
		_ = apply.Process.Kill()
		_ = apply.Wait()
	})

	page := browse(t, server.URL+"/_sandbox/")
	page.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1120, "height": 720, "deviceScaleFactor": 1, "mobile": false}, nil)
	page.do("Emulation.setScrollbarsHidden", map[string]any{"hidden": true}, nil)
	page.wait(`Number(document.getElementById("writes").textContent.replace(/\D/g, "")) > 900`)
	var shot struct{ Data []byte }
	page.do("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	return shot.Data
}
