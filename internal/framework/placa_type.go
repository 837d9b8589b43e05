package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// PlacaType is the type of a license plate that a resource declares. The service may rewrite a plate when it registers it: the
// state then keeps the declared spelling.
type PlacaType struct{ basetypes.StringType }

// Placa is a value of PlacaType.
type Placa struct{ basetypes.StringValue }

var _ basetypes.StringValuableWithSemanticEquals = Placa{}

// PlacaOf gives a known plate.
func PlacaOf(text string) Placa { return Placa{types.StringValue(text)} }

// Type is PlacaType.
func (Placa) Type(context.Context) attr.Type { return PlacaType{} }

// Equal reports whether both are the same plate in the same spelling.
func (p Placa) Equal(other attr.Value) bool {
	o, ok := other.(Placa)
	return ok && p.StringValue.Equal(o.StringValue)
}

// StringSemanticEquals reports whether both are spellings of one plate.
func (p Placa) StringSemanticEquals(ctx context.Context, other basetypes.StringValuable) (bool, diag.Diagnostics) {
	text, diags := other.ToStringValue(ctx)
	return parking.SamePlaca(p.ValueString(), text.ValueString()), diags
}

// String names the type in an error of the framework.
func (PlacaType) String() string { return "PlacaType" }

// ValueType is Placa.
func (PlacaType) ValueType(context.Context) attr.Value { return Placa{} }

// Equal reports whether other is this type.
func (PlacaType) Equal(other attr.Type) bool {
	_, ok := other.(PlacaType)
	return ok
}

// ValueFromString makes a Placa of a text of the framework.
func (PlacaType) ValueFromString(_ context.Context, in basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return Placa{in}, nil
}

// ValueFromTerraform makes a Placa of what Terraform sends.
func (t PlacaType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	value, err := t.StringType.ValueFromTerraform(ctx, in)
	text, _ := value.(basetypes.StringValue)
	return Placa{text}, err
}
