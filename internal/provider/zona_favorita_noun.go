package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// zonaFavoritaNoun is a favourite of a client.
var zonaFavoritaNoun = Noun{
	Resources:   []func() resource.Resource{newZonaFavoritaResource},
	DataSources: []func() datasource.DataSource{newZonasFavoritasDataSource},
	Lists:       []func() list.ListResource{newZonaFavoritaListResource},
}
