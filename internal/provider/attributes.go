package provider

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A model is a struct whose fields are attribute values, each tagged with the name
// of its attribute. The framework reads and writes such structs itself, but
// compiles a regular expression for each field each time to check the tags, which
// was a quarter of what the provider cost. get and set hand it whole values.

// get fills what model points to from a plan, a state or an identity.
func get(ctx context.Context, from interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}, model any) diag.Diagnostics {
	var whole types.Object
	diags := from.Get(ctx, &whole)
	if diags.HasError() {
		return diags
	}
	values, into := whole.Attributes(), reflect.ValueOf(model).Elem()
	names := attributeNames(into.Type())
	if len(names) != len(values) {
		diags.AddError("Provider defect", fmt.Sprintf("%s holds %d attributes, and there are %d. Please report this.", into.Type(), len(names), len(values)))
		return diags
	}
	for i, name := range names {
		value := reflect.ValueOf(values[name])
		if !value.IsValid() || value.Type() != into.Field(i).Type() {
			diags.AddError("Provider defect", fmt.Sprintf("The attribute %s is %T, and %s holds %s. Please report this.", name, values[name], into.Type(), into.Field(i).Type()))
			return diags
		}
		into.Field(i).Set(value)
	}
	return diags
}

// set writes model, or what it points to, into a plan, a state or an identity.
func set(ctx context.Context, to interface {
	Set(ctx context.Context, value any) diag.Diagnostics
}, model any) (diags diag.Diagnostics) {
	from := reflect.Indirect(reflect.ValueOf(model))
	names := attributeNames(from.Type())
	kinds, values := make(map[string]tftypes.Type, len(names)), make(map[string]tftypes.Value, len(names))
	for i, name := range names {
		attribute, _ := from.Field(i).Interface().(attr.Value)
		value, err := attribute.ToTerraformValue(ctx)
		if err != nil {
			diags.AddError("Provider defect", fmt.Sprintf("The attribute %s cannot be written: %s. Please report this.", name, err))
			return diags
		}
		kinds[name], values[name] = value.Type(), value
	}
	return to.Set(ctx, tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, values))
}

var namesOfModels sync.Map // of reflect.Type to []string

// attributeNames gives the names of a model's attributes, in the order of its fields.
func attributeNames(model reflect.Type) []string {
	if names, known := namesOfModels.Load(model); known {
		return names.([]string) //nolint:forcetypeassert // nothing else is stored.
	}
	names := make([]string, model.NumField())
	for i := range names {
		names[i] = model.Field(i).Tag.Get("tfsdk")
	}
	namesOfModels.Store(model, names)
	return names
}
