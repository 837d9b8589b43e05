package framework

import (
	"context"
	"fmt"
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
	for name, value := range req.ConfigValue.Elements() {
		if name == "" || value.IsNull() || slices.Contains(v.own, name) {
			resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(name), "Invalid parameter", fmt.Sprintf(parametroText, name))
		}
	}
}
