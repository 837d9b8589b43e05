package framework

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

var _ datasource.DataSourceWithConfigure = (*RecordsDataSource)(nil)

// RecordsDataSource is a listing of records of which the service documents nothing
// but the identifier.
type RecordsDataSource struct {
	DataSourceBase
	Name, Noun, Description string
	Look                    func(context.Context, *parking.Client, url.Values) ([]Undocumented, error)
}

// Undocumented is one of its records.
type Undocumented struct {
	ID    int64
	Datos map[string]any
}

// withID is the record with its identifier among the other fields.
func (u Undocumented) withID() map[string]any {
	out := maps.Clone(u.Datos)
	out["id"] = json.Number(strconv.FormatInt(u.ID, 10))
	return out
}

type recordsModel struct {
	Parametros types.Map     `tfsdk:"parametros"`
	IDs        []int64       `tfsdk:"ids"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

func (d *RecordsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Name
}

func (d *RecordsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: d.Description + recordsDoc,
		Attributes: map[string]schema.Attribute{
			"parametros": ParametrosAttribute("page"),
			"ids":        schema.ListAttribute{MarkdownDescription: recordsIDsDoc, ElementType: types.Int64Type, Computed: true},
			"datos":      schema.DynamicAttribute{MarkdownDescription: recordsDatosDoc, Computed: true},
		},
	}
}

func (d *RecordsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model recordsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() || !d.Ready(&resp.Diagnostics) {
		return
	}
	look := Task{Verb: "read", Noun: d.Noun, Parametros: model.Parametros}
	list, err := d.Look(ctx, d.Client, ParametrosQuery(model.Parametros))
	if err != nil && !look.Nothing(&resp.Diagnostics, err) {
		look.AddError(&resp.Diagnostics, err)
		return
	}
	model.IDs = make([]int64, len(list))
	datos := make([]any, len(list))
	for i, record := range list {
		model.IDs[i], datos[i] = record.ID, record.withID()
	}
	model.Datos = Dynamic(ctx, datos)
	resp.Diagnostics.Append(resp.State.Set(ctx, &model)...)
}
