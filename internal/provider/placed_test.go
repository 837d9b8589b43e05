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

func at(steps ...tftypes.AttributePathStep) *tftypes.AttributePath {
	return tftypes.NewAttributePathWithSteps(steps)
}

type (
	attribute = tftypes.AttributeName
	key       = tftypes.ElementKeyString
)

// Where Terraform shows a diagnostic, and that its text names what the path does not.
func TestPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to     *tftypes.AttributePath
		detail, want string
	}{
		"name of a vehicle":       {at(attribute("nombre")), at(attribute("nombre")), "Why.", "Why."},
		"nowhere":                 {nil, nil, "Why.", "Why."},
		"attribute":               {at(attribute("minutos")), at(attribute("minutos")), "Why.", "Why."},
		"entry of a map":          {at(attribute("vehiculos"), key("A")), at(attribute("vehiculos"), key("A")), "Why.", "Why."},
		"attribute of an entry":   {at(attribute("vehiculos"), key("A"), attribute("nombre")), at(attribute("vehiculos"), key("A")), "Why.", "Attribute nombre: Why."},
		"attribute of an object":  {at(attribute("pago"), attribute("pago_tipo")), at(attribute("pago")), "Why.", "Attribute pago_tipo: Why."},
		"named already":           {at(attribute("pago"), attribute("pago_tipo")), at(attribute("pago")), "Not pago_tipo.", "Not pago_tipo."},
		"part of a word":          {at(attribute("endpoints"), attribute("login")), at(attribute("endpoints")), "A logins.", "Attribute login: A logins."},
		"personal":                {at(attribute("cedula")), nil, "Why.", "Attribute cedula: Why."},
		"personal, named already": {at(attribute("email")), nil, "Check email.", "Check email."},
		"personal within":         {at(attribute("cuerpo"), attribute("password")), nil, "Why.", "Attribute password: Why."},
		"personal key":            {at(attribute("parametros"), key("telefono")), nil, "Why.", "Attribute telefono: Why."},
		"element of a list":       {at(attribute("ids"), tftypes.ElementKeyInt(2), attribute("x")), at(attribute("ids"), tftypes.ElementKeyInt(2)), "Why.", "Attribute x: Why."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &tfprotov6.Diagnostic{Attribute: c.from, Detail: c.detail}
			place("parking_vehiculo", []*tfprotov6.Diagnostic{d})
			if !d.Attribute.Equal(c.to) || d.Detail != c.want {
				t.Errorf("got %s %q, wanted %s %q", d.Attribute, d.Detail, c.to, c.want)
			}
		})
	}
}

// No answer to Terraform has a diagnostic on an attribute whose value must not show.
func TestNothingOnHiddenAttributes(t *testing.T) {
	t.Parallel()
	calls := reflect.ValueOf(server{allServers: revealing{}, provider: new(Provider), applying: new(atomic.Int32)})
	// These have no configuration whose lines Terraform could print, or none with a hidden attribute. The provider has no state stores.
	without := []string{"GetMetadata", "GetProviderSchema", "GetResourceIdentitySchemas", "GetFunctions", "StopProvider", "CallFunction",
		"RenewEphemeralResource", "CloseEphemeralResource", "ImportResourceState", "UpgradeResourceState", "UpgradeResourceIdentity", "MoveResourceState",
		"GenerateResourceConfig", "ValidateListResourceConfig", "ListResource", "ValidateActionConfig", "PlanAction", "InvokeAction"}
	stores := reflect.TypeFor[tfprotov6.StateStoreServer]()
	tried := 0
	for method := range reflect.TypeFor[allServers]().Methods() {
		if _, store := stores.MethodByName(method.Name); store || slices.Contains(without, method.Name) {
			continue
		}
		tried++
		req := reflect.New(method.Type.In(1).Elem())
		ofClient := false
		for _, name := range []string{"TypeName", "TargetTypeName"} {
			if field := req.Elem().FieldByName(name); field.IsValid() {
				field.SetString("parking_cliente")
				ofClient = true
			}
		}
		out := calls.MethodByName(method.Name).Call([]reflect.Value{reflect.ValueOf(t.Context()), req})
		diags, _ := out[0].Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
		if len(diags) != len(hidden) {
			t.Errorf("%s gives %d diagnostics, wanted %d", method.Name, len(diags), len(hidden))
		}
		for _, d := range diags {
			if !ofClient && d.Attribute.Equal(at(attribute("nombre"))) {
				continue
			}
			if d.Attribute != nil || d.Detail == "Why." {
				t.Errorf("%s gives %q on %s", method.Name, d.Detail, d.Attribute)
			}
		}
	}
	if tried == 0 {
		t.Error("no call was tried")
	}
}

// revealing answers every call with an error on each hidden attribute.
type revealing struct{ allServers }

func reveal() (out []*tfprotov6.Diagnostic) {
	for name := range hidden {
		out = append(out, &tfprotov6.Diagnostic{Attribute: at(attribute(name)), Detail: "Why."})
	}
	return out
}

func (revealing) ValidateProviderConfig(context.Context, *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{Diagnostics: reveal()}, nil
}

func (revealing) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: reveal()}, nil
}

func (revealing) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateDataResourceConfig(context.Context, *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return &tfprotov6.ValidateDataResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) ReadDataSource(context.Context, *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return &tfprotov6.ReadDataSourceResponse{Diagnostics: reveal()}, nil
}

func (revealing) ValidateEphemeralResourceConfig(context.Context, *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	return &tfprotov6.ValidateEphemeralResourceConfigResponse{Diagnostics: reveal()}, nil
}

func (revealing) OpenEphemeralResource(context.Context, *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return &tfprotov6.OpenEphemeralResourceResponse{Diagnostics: reveal()}, nil
}
