package provider

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// placaState is a state of parking_placa without timeouts.
func placaState(t *testing.T) tfsdk.State {
	t.Helper()
	var resp resource.SchemaResponse
	newPlacaResource().Schema(t.Context(), resource.SchemaRequest{}, &resp)
	p := newOffline(t, 0)
	kind := resp.Schema.Type().TerraformType(t.Context())
	return tfsdk.State{Schema: resp.Schema, Raw: p.value(kind, offlineHeld("parking_placa", 7))}
}

// get and set do what the framework's own conversions do, which they replace.
func TestAttributes(t *testing.T) {
	t.Parallel()
	state := placaState(t)
	var ours, theirs placaModel
	if diags := get(t.Context(), state, &ours); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := state.Get(t.Context(), &theirs); diags.HasError() {
		t.Fatal(diags)
	}
	if !reflect.DeepEqual(ours, theirs) || ours.Placa.ValueString() != offlinePlaca(7) {
		t.Errorf("got %v\nwanted %v", ours, theirs)
	}
	ours.Marca, ours.Exento = types.StringNull(), types.BoolUnknown()
	written, wanted := state, state
	for _, model := range []any{ours, &ours} {
		written.Raw = tftypes.Value{}
		if diags := set(t.Context(), &written, model); diags.HasError() {
			t.Fatal(diags)
		}
		if diags := wanted.Set(t.Context(), &ours); diags.HasError() {
			t.Fatal(diags)
		}
		if !written.Raw.Equal(wanted.Raw) {
			t.Errorf("%T: wrote %s\nwanted %s", model, written.Raw, wanted.Raw)
		}
	}
}

// A model that does not fit its schema is an error, and never a wrong state.
func TestAttributesOfAnotherShape(t *testing.T) {
	t.Parallel()
	state := placaState(t)
	type half struct {
		Placa types.String `tfsdk:"placa"`
	}
	before := state.Raw
	for name, convert := range map[string]func() diag.Diagnostics{
		"read by half": func() diag.Diagnostics { return get(t.Context(), state, &half{}) },
		"read otherwise": func() diag.Diagnostics {
			return get(t.Context(), identityOf(t, "X"), &struct {
				Placa types.Int64 `tfsdk:"placa"`
			}{})
		},
		"read elsewhere": func() diag.Diagnostics {
			return get(t.Context(), identityOf(t, "X"), &struct {
				Marca types.String `tfsdk:"marca"`
			}{})
		},
		"written by half": func() diag.Diagnostics { return set(t.Context(), &state, placaIdentity{types.StringValue("X")}) },
	} {
		if !convert().HasError() {
			t.Errorf("%s: no error", name)
		}
	}
	if !state.Raw.Equal(before) {
		t.Error("the state was changed")
	}
}

// identityOf is the identity of a plate.
func identityOf(t *testing.T, placa string) *tfsdk.ResourceIdentity {
	t.Helper()
	var resp resource.IdentitySchemaResponse
	(&placaResource{}).IdentitySchema(t.Context(), resource.IdentitySchemaRequest{}, &resp)
	identity := &tfsdk.ResourceIdentity{Schema: resp.IdentitySchema}
	if diags := set(t.Context(), identity, placaIdentity{types.StringValue(placa)}); diags.HasError() {
		t.Fatal(diags)
	}
	return identity
}
