package provider

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type (
	steps     = []tftypes.AttributePathStep
	attribute = tftypes.AttributeName
	key       = tftypes.ElementKeyString
)

// Where Terraform shows a diagnostic, and that its text names what the path does not.
func TestPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path         steps
		shown        int // how many steps Terraform gets
		detail, want string
	}{
		"attribute":               {steps{attribute("minutos")}, 1, "Why.", "Why."},
		"name of a vehicle":       {steps{attribute("nombre")}, 1, "Why.", "Why."},
		"entry of a map":          {steps{attribute("vehiculos"), key("A")}, 2, "Why.", "Why."},
		"attribute of an entry":   {steps{attribute("vehiculos"), key("A"), attribute("nombre")}, 2, "Why.", "Attribute nombre: Why."},
		"attribute of an object":  {steps{attribute("pago"), attribute("pago_tipo")}, 1, "Why.", "Attribute pago_tipo: Why."},
		"named already":           {steps{attribute("pago"), attribute("pago_tipo")}, 1, "Not pago_tipo.", "Not pago_tipo."},
		"part of a word":          {steps{attribute("endpoints"), attribute("login")}, 1, "A logins.", "Attribute login: A logins."},
		"personal":                {steps{attribute("cedula")}, 0, "Why.", "Attribute cedula: Why."},
		"personal, named already": {steps{attribute("email")}, 0, "Check email.", "Check email."},
		"personal within":         {steps{attribute("cuerpo"), attribute("password")}, 0, "Why.", "Attribute password: Why."},
		"personal key":            {steps{attribute("parametros"), key("telefono")}, 0, "Why.", "Attribute telefono: Why."},
		"element of a list":       {steps{attribute("ids"), tftypes.ElementKeyInt(2), attribute("x")}, 2, "Why.", "Attribute x: Why."},
	} {
		d := &tfprotov6.Diagnostic{Attribute: tftypes.NewAttributePathWithSteps(c.path), Detail: c.detail}
		place("parking_vehiculo", []*tfprotov6.Diagnostic{d})
		if want := tftypes.NewAttributePathWithSteps(c.path[:c.shown]); !d.Attribute.Equal(want) || d.Detail != c.want {
			t.Errorf("%s: got %s %q, wanted %s %q", name, d.Attribute, d.Detail, want, c.want)
		}
	}
}

// No answer to Terraform has a diagnostic on an attribute whose value must not show: every call that can have one ends with place.
func TestNothingOnHiddenAttributes(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("server.go")
	if err != nil {
		t.Fatal(err)
	}
	// These have no configuration whose lines Terraform could print, or none with a hidden attribute. The provider has no state stores.
	without := []string{"GetMetadata", "GetProviderSchema", "GetResourceIdentitySchemas", "GetFunctions", "StopProvider", "CallFunction",
		"RenewEphemeralResource", "CloseEphemeralResource", "ImportResourceState", "UpgradeResourceState", "UpgradeResourceIdentity",
		"MoveResourceState", "GenerateResourceConfig", "ValidateListResourceConfig", "ListResource", "ValidateActionConfig", "PlanAction",
		"InvokeAction"}
	stores := reflect.TypeFor[tfprotov6.StateStoreServer]()
	for method := range reflect.TypeFor[allServers]().Methods() {
		if _, store := stores.MethodByName(method.Name); store || slices.Contains(without, method.Name) {
			continue
		}
		of := `""` // the type of resource, for which a name may be hidden
		if _, typed := method.Type.In(1).Elem().FieldByName("TypeName"); typed {
			of = "req.TypeName"
		}
		body := regexp.MustCompile(`(?s)\nfunc \(s server\) ` + method.Name + `\(.*?\n}\n`).FindString(string(source))
		end := "\tplace(" + of + ", resp.Diagnostics)\n\treturn resp, err\n}\n"
		if !strings.HasSuffix(body, end) || strings.Count(body, "return") > 1 {
			t.Errorf("%s has to end, once, with\n%s\nand is\n%s", method.Name, end, body)
		}
	}
}
