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

func (l *zonaFavoritaListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = framework.ClienteListSchema("The favourite zones, sections and cells of a client, for `terraform query` (Terraform 1.14 and later; OpenTofu has no such command). `terraform query -generate-config-out=favoritas.tf` writes a `parking_zona_favorita` with its `import` block for each, and the plan that follows changes nothing.\n\n" +
		"The service gives all favourites of a client in one answer, so neither `limit` nor `include_resource` changes what is asked of it. Terraform takes 100 where the list block sets no `limit`; a warning says when the client has more.")
}

// List asks for all favourites of the client, of which the service has no pages.
func (l *zonaFavoritaListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	l.ListOf(ctx, req, stream, func(cliente types.Int64, start *tfsdk.Resource, out *framework.Found) {
		var none zonaFavoritaModel
		out.Diags.Append(start.Get(ctx, &none)...)
		look := framework.Task{Verb: "read", Noun: "favourites", Name: "of client " + cliente.String(), Attributes: []string{"cliente_id"}}
		favoritas, err := l.Client.ZonasFavoritas(ctx, cliente.ValueInt64(), parking.Zona{})
		if err != nil && !look.Nothing(&out.Diags, err) {
			look.AddError(&out.Diags, err)
			return
		}
		out.Limited("favourites", cliente, int64(len(favoritas)))
		for _, f := range favoritas {
			held := none
			held.refresh(f)
			switch place := held.place(); {
			case held.ID.IsNull():
				out.Diags.AddWarning("Favourite left out", fmt.Sprintf("The favourite %s of client %s is not listed: the service does not tell its identifier, by which Terraform identifies a favourite.", place, cliente))
			case place == "":
				out.Diags.AddWarning("Favourite left out", fmt.Sprintf("Favourite %s of client %s is not listed: it has no zone, section or cell, and no configuration can declare such a favourite.", held.ID, cliente))
			case !out.Add(ctx, place, held.identity(), &held):
				return
			}
		}
	})
}
