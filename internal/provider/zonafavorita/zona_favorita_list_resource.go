package zonafavorita

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ list.ListResourceWithConfigure = (*zonaFavoritaListResource)(nil)

type zonaFavoritaListResource struct{ framework.ResourceBase }

func newZonaFavoritaListResource() list.ListResource { return &zonaFavoritaListResource{} }

func (l *zonaFavoritaListResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_zona_favorita"
}

func (l *zonaFavoritaListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest,
	resp *list.ListResourceSchemaResponse) {
	resp.Schema = framework.ClienteListSchema(favoritaListDoc)
}

// List reads all favourites of the client at once: the service does not page them.
func (l *zonaFavoritaListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	l.ListOf(ctx, req, stream, func(cliente types.Int64, start *tfsdk.Resource, out *framework.Found) {
		var none zonaFavoritaModel
		out.Diags.Append(start.Get(ctx, &none)...)
		task := framework.Task{Verb: "read", Noun: "favourites", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
		favoritas, err := l.Client.ZonasFavoritas(ctx, cliente.ValueInt64(), parking.Zona{})
		if err != nil && !task.Nothing(&out.Diags, err) {
			task.AddError(&out.Diags, err)
			return
		}
		out.Limited("favourites", cliente, int64(len(favoritas)))
		for _, f := range favoritas {
			favorita := none
			favorita.refresh(f)
			switch place := favorita.place(); {
			case favorita.ID.IsNull():
				out.Diags.AddWarning("Favourite not listed", fmt.Sprintf(listWithoutIDText, place, cliente))
			case place == "":
				out.Diags.AddWarning("Favourite not listed", fmt.Sprintf(listEmptyText, favorita.ID, cliente))
			case !out.Add(ctx, place, favorita.identity(), &favorita):
				return
			}
		}
	})
}
