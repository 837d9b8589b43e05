package provider

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"
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

// No answer to Terraform has a diagnostic on an attribute whose value must not show.
func TestNothingOnHiddenAttributes(t *testing.T) {
	t.Parallel()
	calls := reflect.ValueOf(server{allServers: revealing{}, provider: new(Provider), applying: new(atomic.Int32)})
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
		req := reflect.New(method.Type.In(1).Elem())
		typeName := req.Elem().FieldByName("TypeName")
		if typeName.IsValid() {
			typeName.SetString("parking_cliente")
		}
		out := calls.MethodByName(method.Name).Call([]reflect.Value{reflect.ValueOf(t.Context()), req})
		diags, _ := out[0].Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
		want, moved := len(hidden), 0
		if !typeName.IsValid() {
			want-- // the name, which is hidden of a client alone
		}
		for _, d := range diags {
			if d.Attribute == nil && d.Detail != "Why." {
				moved++
			}
		}
		if moved != want {
			t.Errorf("%s: got %d diagnostics on the block, wanted %d: %v", method.Name, moved, want, diags)
		}
	}
}

func pathTo(name string) *tftypes.AttributePath {
	return tftypes.NewAttributePath().WithAttributeName(name)
}

// revealing answers every call with an error on each hidden attribute.
type revealing struct{ allServers }

func reveal() (out []*tfprotov6.Diagnostic) {
	for name := range hidden {
		out = append(out, &tfprotov6.Diagnostic{Attribute: pathTo(name), Detail: "Why."})
	}
	return out
}

func (revealing) ValidateProviderConfig(
	context.Context, *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{Diagnostics: reveal()}, nil
}

func (revealing) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: reveal()}, nil
}

func (revealing) ApplyResourceChange(
	context.Context, *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateDataResourceConfig(
	context.Context, *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return &tfprotov6.ValidateDataResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ReadDataSource(context.Context, *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return &tfprotov6.ReadDataSourceResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateEphemeralResourceConfig(
	context.Context, *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return &tfprotov6.ValidateEphemeralResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) OpenEphemeralResource(
	context.Context, *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: reveal()}, nil
}
