package framework

import (
	"context"

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
