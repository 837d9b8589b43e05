package provider

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ datasource.DataSourceWithConfigure = (*recordsDataSource)(nil)

// recordsDataSource is a listing of records of which the service documents nothing
// but the identifier.
type recordsDataSource struct {
	dataSourceBase
	name, noun, description string
	look                    func(context.Context, *parking.Client, url.Values) ([]undocumented, error)
}

// undocumented is one of its records.
type undocumented struct {
	id    int64
	datos map[string]any
}

// withID is the record with its identifier among the other fields.
func (u undocumented) withID() map[string]any {
	out := maps.Clone(u.datos)
	out["id"] = json.Number(strconv.FormatInt(u.id, 10))
	return out
}

type recordsModel struct {
	Parametros types.Map     `tfsdk:"parametros"`
	IDs        []int64       `tfsdk:"ids"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

func (d *recordsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.name
}

func (d *recordsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: d.description + " Every page of the service's listing is read. The service's documentation shows no more of a record than its identifier, so `datos` gives them as they come.",
		Attributes: map[string]schema.Attribute{
			"parametros": parametrosAttribute("page"),
			"ids":        schema.ListAttribute{MarkdownDescription: "Identifiers, in the service's order; empty when there is nothing to list.", ElementType: types.Int64Type, Computed: true},
			"datos":      schema.DynamicAttribute{MarkdownDescription: "Tuple of the records in the order of `ids`, each an object with its `id` and every other field that the service sends, as it comes. Walk it with a `for` expression, and read a field that may be missing with `try(….field, null)`.", Computed: true},
		},
	}
}

func (d *recordsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model recordsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.ready(&resp.Diagnostics) {
		return
	}
	look := task{verb: "read", noun: d.noun, parametros: model.Parametros}
	list, err := d.look(ctx, d.client, parametrosQuery(model.Parametros))
	if err != nil && !look.nothing(&resp.Diagnostics, err) {
		look.addError(&resp.Diagnostics, err)
		return
	}
	model.IDs = make([]int64, len(list))
	datos := make([]any, len(list))
	for i, record := range list {
		model.IDs[i], datos[i] = record.id, record.withID()
	}
	model.Datos = dynamic(ctx, datos)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
