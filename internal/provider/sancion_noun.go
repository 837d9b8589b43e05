package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// sancionNoun is a sanction.
var sancionNoun = Noun{
	Resources:   []func() resource.Resource{newSancionResource},
	DataSources: []func() datasource.DataSource{newSancionesDataSource},
	Actions:     []func() action.Action{newSancionIniciarAction, newSancionCerrarAction, newSancionPagarAction},
}
