package framework

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
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
		Validators:          []validator.Map{mapvalidator.KeysAre(stringvalidator.LengthAtLeast(1), stringvalidator.NoneOf(own...))},
	}
}

// ParametrosQuery gives parametros as a query string. What is null is omitted.
func ParametrosQuery(parametros types.Map) url.Values {
	out := url.Values{}
	for name, value := range parametros.Elements() {
		if text, ok := value.(types.String); ok && !text.IsNull() {
			out.Set(name, text.ValueString())
		}
	}
	return out
}
