package framework

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

const (
	plannedPagoText = "Payment %s of type %s is recorded, which cannot be undone."
	pagoChangedText = "The service can neither change nor undo a payment. For %s, restore pago = %s."
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

// Pays adds a payment to what a plan does.
func (d *Doing) Pays(codigo types.String, tipo types.Int64) {
	d.Add("paid with "+Planned(codigo), fmt.Sprintf(plannedPagoText, Planned(codigo), Planned(tipo)))
}

// PaysOnce is the recording of a payment of a thing, such as "reservation 5". list shows it, and field is what only this kind of
// payment has.
func PaysOnce(thing string, codigo types.String, field, within, list, again string) Once {
	return Once{Did: fmt.Sprintf("recorded payment %s of %s", codigo, thing),
		Shows: fmt.Sprintf("pago_codigo of %s in %s", thing, list), Again: again,
		Task: Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of %s", codigo, thing),
			Attributes: []string{"pago_tipo", "pago_codigo", field}, Within: within}}
}

// CarryOut carries out an action that pays.
func (o Once) CarryOut(thing string, say Tell, diags *diag.Diagnostics, pay func() (sent bool, err error)) {
	say("Recording the payment of %s.", thing)
	switch sent, err := pay(); {
	case err != nil:
		o.Fail(err, diags)
	case sent:
		say("%s is paid.", UpperFirst(thing))
	default:
		say("%s already has this payment. Nothing was sent.", UpperFirst(thing))
	}
}

// CheckPago adds an error if a plan changes a payment that was recorded, or may be.
func CheckPago(thing string, held, planned types.Object, diags *diag.Diagnostics) {
	if !planned.IsUnknown() && !SamePago(held, planned) {
		declared := strings.ReplaceAll(held.String(), "<null>", "null")
		diags.AddAttributeError(path.Root("pago"), "Payment cannot be changed", fmt.Sprintf(pagoChangedText, thing, declared))
	}
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
