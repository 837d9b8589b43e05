package framework

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ParametrosAttribute is for an operation whose parameters the service does not
// document: what it holds goes to the query string as it is. own are the parameters
// that attributes of the data source, or the provider itself, set.
func ParametrosAttribute(own ...string) schema.MapAttribute {
	description := parametrosDoc
	if len(own) > 0 {
		description += " Not among them: `" + strings.Join(own, "`, `") + "`, which the provider sets itself."
	}
	return schema.MapAttribute{
		MarkdownDescription: description,
		ElementType:         types.StringType,
		Optional:            true,
		Validators:          []validator.Map{parametrosValidator{own}},
	}
}

// ParametrosQuery gives the query string of parametros that are known.
func ParametrosQuery(parametros types.Map) url.Values {
	out := url.Values{}
	for name, value := range parametros.Elements() {
		if text, ok := value.(types.String); ok {
			out.Set(name, text.ValueString())
		}
	}
	return out
}

// parametrosValidator refuses names that are set elsewhere, and what is no parameter.
type parametrosValidator struct{ own []string }

func (v parametrosValidator) Description(context.Context) string {
	return parametrosRuleText
}

func (v parametrosValidator) MarkdownDescription(ctx context.Context) string {
	return v.Description(ctx)
}

func (v parametrosValidator) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	elements := req.ConfigValue.Elements()
	for _, name := range slices.Sorted(maps.Keys(elements)) {
		wrong := ""
		switch {
		case name == "":
			wrong = "A parameter has no name."
		case name == "page" && slices.Contains(v.own, name):
			wrong = "Every page is read, so page cannot be chosen. Remove it."
		case slices.Contains(v.own, name):
			wrong = fmt.Sprintf("%s is an attribute of the data source. Set it there.", name)
		case elements[name].IsNull():
			wrong = fmt.Sprintf("%s has no value. Remove it, or make the whole map without it.", name)
		default:
			continue
		}
		resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(name), "Invalid parameter", wrong)
	}
}
