package framework

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// PagoAttribute is the attribute pago of a resource or an action. Besides what every payment has, it has the field name.
func PagoAttribute(description, name string, field schema.Attribute) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		MarkdownDescription: description,
		Optional:            true,
		Attributes: map[string]schema.Attribute{
			"pago_tipo": PagoTipoAttribute(), "pago_codigo": PagoCodigoAttribute(), name: field,
		},
	}
}

// PagoFields gives the fields of an attribute pago. All of them are null if it is null or unknown.
func PagoFields[P any](pago types.Object) (fields P) {
	pago.As(context.Background(), &fields, basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: true})
	return fields
}

// SamePago reports whether a plan declares the payment of a state. What is null in the state was not shown by an imported record.
func SamePago(held, planned types.Object) bool {
	for name, value := range held.Attributes() {
		if other := planned.Attributes()[name]; !value.IsNull() && (other == nil || !other.IsUnknown() && !other.Equal(value)) {
			return false
		}
	}
	return true
}

// PagoText writes a payment as a configuration declares it.
func PagoText(pago types.Object) string {
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(pago.Attributes())) {
		if value := pago.Attributes()[name]; !value.IsNull() {
			fields = append(fields, fmt.Sprintf("%s = %s", name, value))
		}
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}
