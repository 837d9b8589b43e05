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

// ParametrosAttribute holds parameters of an operation that the service does not document;
// they go to the query string unchanged. own are those that the data source sets itself.
func ParametrosAttribute(own ...string) schema.MapAttribute {
	except := ""
	if len(own) > 0 {
		except = ", and the provider sets `" + strings.Join(own, "`, `") + "` itself"
	}
	return schema.MapAttribute{
		MarkdownDescription: fmt.Sprintf(parametrosDoc, except),
		ElementType:         types.StringType,
		Optional:            true,
		Validators:          []validator.Map{parametrosValidator{own}},
	}
}

// ParametrosQuery gives parametros as a query string.
func ParametrosQuery(parametros types.Map) url.Values {
	out := url.Values{}
	for name, value := range parametros.Elements() {
		if text, ok := value.(types.String); ok {
			out.Set(name, text.ValueString())
		}
	}
	return out
}

// parametrosValidator refuses parameters that are set elsewhere, have no name, or are null.
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
			wrong = "A parameter has no name. Set one, or remove the parameter."
		case name == "page" && slices.Contains(v.own, name):
			wrong = "page cannot be set, because every page is read. Remove it."
		case slices.Contains(v.own, name):
			wrong = fmt.Sprintf("%s is an attribute of the data source. Set it there.", name)
		case elements[name].IsNull():
			wrong = fmt.Sprintf("%s is null. Set a value, or remove it from the map.", name)
		default:
			continue
		}
		resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(name), "Invalid parameter", wrong)
	}
}
