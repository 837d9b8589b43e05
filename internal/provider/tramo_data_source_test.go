package provider

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramoDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	first := p.data("parking_tramo", values{"id": 7})
	if len(first.diags) > 0 {
		t.Fatal(first.diags)
	}
	want := values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa",
		"latitud": -2.891042, "longitud": -78.996653, "libres": 48, "librescoche": 36, "libresmoto": 12, "datos": values{"zona_id": 2}}
	expectSame(t, "first", first.state, want)
	w.expectRequests(map[string]int{"tramo": 1})
	// Counters are never remembered: the same provider asks again.
	w.exec("UPDATE tramos SET plazas_coche = 30, plazas_moto = 5 WHERE id = 7")
	expectSame(t, "second", p.data("parking_tramo", values{"id": 7}).state, want.with(values{"libres": 35, "librescoche": 30, "libresmoto": 5}))
	w.expectRequests(map[string]int{"tramo": 1})
}

// dataSource is one data source and a configuration that the sandbox answers.
type dataSource struct {
	typeName  string
	config    values
	route     string // of the request, as for on
	attribute string // that says which one is meant
	missing   any    // a value of it that the sandbox does not have
	noun      string
}

var dataSources = []dataSource{
	{"parking_tramo", values{"id": 7}, "GET /external/tramo/7", "id", 99, "section"},
	{"parking_tipo_vehiculo", values{"id": 2}, "GET /external/tipo-vehiculo", "id", 99, "vehicle types"},
	{"parking_faq", values{"id": 4}, "GET /external/faq", "id", 99, "question"},
}

func TestDataSourcesNotFound(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
			t.Run(fmt.Sprint(d.typeName, status), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{FailStatus: status})
				read := w.proto(nil).data(d.typeName, d.config.with(values{d.attribute: d.missing}))
				expect(t, "error", read.errors(), `AttributeName("`+d.attribute+`")`, "99")
			})
		}
	}
}

func TestDataSourcesServiceFailures(t *testing.T) {
	t.Parallel()
	for _, d := range dataSources {
		t.Run(d.typeName, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(nil)
			for _, c := range []struct {
				status int
				body   string
				want   []string
			}{
				{401, `{"estado":"fail","error":"no autorizado"}`, []string{"no autorizado", "HTTP 401", "PARKING_CREDENTIAL"}},
				{429, `{"estado":"fail","error":"despacio"}`, []string{"despacio", "max_concurrency"}},
				{500, `<html>Bad Gateway</html>`, []string{"HTTP 500", "Bad Gateway", "ask the operator of the service"}},
				{200, `{"estado":"fail","error":"mantenimiento","errores":{"otro":"vuelva"}}`, []string{"mantenimiento", "otro: vuelva"}},
				{200, `{"estado":"ok","dat`, []string{"not the service's envelope"}},
				{200, `{"estado":"ok"}`, []string{`"data" is absent`}},
				{200, `{"estado":"ok","data":"texto"}`, []string{`"data" is a text`}},
				{404, `<html>Not Found</html>`, []string{"HTTP 404", "not the service's envelope"}},
			} {
				w.answer(on(map[string]http.HandlerFunc{d.route: body(c.status, c.body)}))
				expect(t, c.body, p.data(d.typeName, d.config).errors(), append(c.want, "Unable to read "+d.noun)...)
			}
		})
	}
}

func TestDataSourcesProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	for _, d := range dataSources {
		expect(t, d.typeName, p.data(d.typeName, d.config).errors(), "Provider configuration not known yet", "base_url", "-target")
	}
}

func TestDataSourcesRefuseIdentifiersBelowOne(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for _, d := range dataSources {
		expect(t, d.typeName, p.validateData(d.typeName, d.config.with(values{"id": 0})), `AttributeName("id")`, "at least 1")
	}
}

// A record of another thing than the one asked for is no answer.
func TestDataSourcesOfAnotherIdentifier(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"id":8,"nombre":"Otro"}}`)
	})
	expect(t, "section", p.data("parking_tramo", values{"id": 7}).errors(), "section 7 was asked for, and 8 came")
	expect(t, "question", p.data("parking_faq", values{"id": 7}).errors(), "question 7 was asked for, and 8 came")
}

// Fields that the document does not name arrive in datos as they come, through
// Terraform; named ones that are left out are null.
func TestTramoDatos(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"id":"7","libres":"12","latitud":"-2.5","longitud":null,
			"activo":true,"nota":null,"grande":123456789012345678901234567890,"precio":0.1,"vacio":{},"lista":[],
			"mixta":[1,"dos",null,[true,{"a":null}],{"b":[3.5]}]}}`)
	})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: w.config(`
data "parking_tramo" "test" {
  id = 7
}
output "datos" {
  value = jsonencode(data.parking_tramo.test.datos)
}
output "named" {
  value = jsonencode([for name in ["nombre", "latitud", "longitud", "libres", "librescoche"] : data.parking_tramo.test[name]])
}
output "missing" {
  value = try(data.parking_tramo.test.datos.no_such_field, "none")
}
`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("datos", knownvalue.StringExact(`{"activo":true,"grande":123456789012345678901234567890,"lista":[],"mixta":[1,"dos",null,[true,{"a":null}],{"b":[3.5]}],"nota":null,"precio":0.1,"vacio":{}}`)),
				statecheck.ExpectKnownOutputValue("named", knownvalue.StringExact(`[null,-2.5,null,12,null]`)),
				statecheck.ExpectKnownOutputValue("missing", knownvalue.StringExact("none")),
			},
		}},
	})
}

func TestTramoInTerraform(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: w.config(`
data "parking_tramo" "test" {
  id = 1
}
data "parking_tipo_vehiculo" "test" {
  nombre = "MOTOCICLETA"
}
data "parking_faq" "test" {
  id = 4
}
output "all" {
  value = "${data.parking_tramo.test.libres} ${data.parking_tipo_vehiculo.test.id} ${data.parking_faq.test.grupo.nombre}"
}
`),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("all", knownvalue.StringExact("39 2 Pagos"))},
			},
			{Config: w.config("data \"parking_tramo\" \"test\" {\n  id = 99\n}\n"), ExpectError: regexp.MustCompile(`No such section`)},
		},
	})
}
