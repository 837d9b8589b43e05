package framework

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Area is what the provider offers of one thing of the service, as constructors.
type Area struct {
	Resources   []func() resource.Resource
	DataSources []func() datasource.DataSource
	Ephemerals  []func() ephemeral.EphemeralResource
	Functions   []func() function.Function
	Lists       []func() list.ListResource
	Actions     []func() action.Action
	// Complete, unless nil, changes the schema that Terraform gets where the framework cannot express it.
	Complete func(*tfprotov6.GetProviderSchemaResponse)
}

// Asks is the paragraph of a description that names the operations of the service that a resource
// calls.
func Asks(operations ...string) string {
	return "\n\nOperations of the service: `" + strings.Join(operations, "`, `") + "` ([what each is](../guides/operations))."
}
