package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// LookUp makes a data source from its name without "parking_", its schema, and a function that fills in the configured
// model, or gives what it was about and the error. Unless there is an error, the model becomes the state. What several of them ask
// the service is asked once a run.
func LookUp[M any](name string, s schema.Schema, read lookUpRead[M]) func() datasource.DataSource {
	return func() datasource.DataSource { return &lookUp[M]{name: name, schema: s, read: read} }
}

type lookUpRead[M any] func(context.Context, *Service, *M, *diag.Diagnostics) (Task, error)

type lookUp[M any] struct {
	*Service
	name   string
	schema schema.Schema
	read   lookUpRead[M]
}

func (d *lookUp[M]) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.name
}

func (d *lookUp[M]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = d.schema
}

func (d *lookUp[M]) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.Service = serviceFrom(req.ProviderData)
}

func (d *lookUp[M]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	if !d.Ready(&resp.Diagnostics) {
		return
	}
	var model M
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if task, err := d.read(parking.LookUp(ctx), d.Service, &model, &resp.Diagnostics); err != nil {
		task.Verb = "read"
		task.AddError(&resp.Diagnostics, err)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
	}
}
