package acceptance

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What is not known at plan time is looked up at apply time: nothing is asked before.
func TestDataSourcesUnknownInputs(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	w.Placas("A-1")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 2, 'A-1')")
	text := `
resource "terraform_data" "later" {
  input = { id = 7, uno = 1, dos = 2, placa = "A-1", email = "flota.norte@example.com", latitud = -2.89, texto = "5000" }
}
locals {
  later = terraform_data.later.output
}
data "parking_tramos" "test" {
  depends_on = [terraform_data.later]
}
data "parking_tipos_vehiculo" "test" {
  depends_on = [terraform_data.later]
}
data "parking_tramos_cercanos" "test" {
  latitud    = local.later.latitud
  longitud   = -79
  parametros = { radio = local.later.texto }
}
data "parking_tramo_precios_estacionar" "test" {
  tramo_id   = local.later.id
  parametros = { tipo_vehiculo_id = local.later.dos }
}
data "parking_faq_grupos" "test" {
  depends_on = [terraform_data.later]
}
data "parking_informacion" "test" {
  depends_on = [terraform_data.later]
}
data "parking_placa" "test" {
  placa = local.later.placa
}
data "parking_vehiculo" "id" {
  id = local.later.uno
}
data "parking_vehiculo" "placa" {
  cliente_id = local.later.dos
  placa      = local.later.placa
}
data "parking_vehiculos" "test" {
  cliente_id = local.later.dos
}
data "parking_cliente" "test" {
  email = local.later.email
}
data "parking_zonas_favoritas" "test" {
  cliente_id = local.later.dos
  tramo_id   = local.later.id
}
data "parking_reservas" "test" {
  depends_on = [terraform_data.later]
}
data "parking_reservas_activas" "test" {
  depends_on = [terraform_data.later]
}
data "parking_sanciones" "test" {
  parametros = { cliente_id = local.later.dos }
}
output "test" {
  value = "${data.parking_placa.test.tipo_vehiculo_id} ${data.parking_vehiculo.id.placa} ${data.parking_vehiculo.placa.id} ${data.parking_vehiculos.test.vehiculos[0].placa} ${data.parking_cliente.test.id} ${length(data.parking_tramos.test.tramos)} ${data.parking_tramos.test.datos["7"].zona_id} ${join(",", data.parking_sanciones.test.ids)}"
}
`
	c := acctest.CLIOf(t, w.Config(text, unpublishedBlock), nil)
	c.Ok("plan", "-no-color")
	w.ExpectRequests(map[string]int{})
	out := c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "apply", out, `test = "1 A-1 1 A-1 2 40 2 3"`)
	w.ExpectRequests(map[string]int{"tramos": 1, "tipo_vehiculo": 1, "tramos_cercanos": 1, "tramo_precios_estacionar": 1, "faq_grupos": 1, "informacion": 1,
		"placa": 1, "vehiculo": 1, "vehiculos": 1, "cliente_email": 1, "zonas_favoritas": 1, "reservas": 1, "reservas_activas": 1, "sanciones": 1})
	c.EmptyPlan()
}

// unpublishedBlock is unpublished as a line of the provider block.
const unpublishedBlock = `endpoints = { sanciones = "/external/sanciones", informacion = "/external/informacion", faq_grupos = "/external/faq-grupos" }`

// A path that the service does not have is no thing that it does not have.
func TestDataSourcesWrongEndpoint(t *testing.T) {
	t.Parallel()
	p := acctest.NewWorld(t, sandbox.Options{}).Proto(acctest.Values{"endpoints": acctest.Values{"sanciones": "/external/multas"}})
	acctest.Expect(t, "wrong path", p.Data("parking_sanciones", acctest.Values{}).Errors(), "Unable to read sanctions")
}

// That the service says that there is nothing to list is an empty list, and what it
// said is shown.
func TestDataSourcesNothingToList(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"fail","error":"No se encontraron registros"}`)
	})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for typeName, want := range map[string]acctest.Values{
		"parking_tramos_cercanos":  {"latitud": 1, "longitud": 2, "parametros": nil, "tramos": []any{}, "datos": acctest.Values{}},
		"parking_vehiculos":        {"cliente_id": 2, "placa": nil, "nombre": nil, "vehiculos": []any{}},
		"parking_zonas_favoritas":  {"cliente_id": 2, "zona_id": nil, "tramo_id": nil, "celda_id": nil, "zonas_favoritas": []any{}, "datos": []any{}},
		"parking_reservas":         {"parametros": nil, "ids": []any{}, "datos": []any{}},
		"parking_reservas_activas": {"parametros": nil, "ids": []any{}, "datos": []any{}},
		"parking_sanciones":        {"parametros": nil, "ids": []any{}, "datos": []any{}},
	} {
		config := acctest.Values{}
		for _, name := range []string{"latitud", "longitud", "cliente_id"} {
			if value, ok := want[name]; ok {
				config[name] = value
			}
		}
		read := p.Data(typeName, config)
		acctest.Expect(t, typeName, read.Warnings(), "Nothing to list")
		acctest.Expect(t, typeName, read.Errors())
		acctest.ExpectSame(t, typeName, read.State, want)
	}
}
