// Package token has the ephemeral resource that obtains a token of the service.
package token

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area lists the ephemeral resource of a token.
var Area = framework.Area{
	Ephemerals: []func() ephemeral.EphemeralResource{newTokenEphemeralResource},
}

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*tokenEphemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*tokenEphemeralResource)(nil)
)

// tokenEphemeralResource obtains a token of the service, which is stored nowhere.
// It has no Renew: the service renews a token by issuing another one, and Terraform takes
// no new value from Renew. It has no Close: the service has no operation to revoke a token.
type tokenEphemeralResource struct{ framework.EphemeralBase }

func newTokenEphemeralResource() ephemeral.EphemeralResource { return &tokenEphemeralResource{} }

func (r *tokenEphemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_token"
}

func (r *tokenEphemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	parametros := framework.ParametrosAttribute()
	resp.Schema = schema.Schema{
		MarkdownDescription: tokenDoc,
		Attributes: map[string]schema.Attribute{
			"operacion": schema.StringAttribute{
				MarkdownDescription: operacionDoc,
				Required:            true,
				Validators:          []validator.String{stringvalidator.OneOf(slices.Sorted(maps.Keys(tokenTasks))...)},
			},
			"cuerpo": schema.DynamicAttribute{MarkdownDescription: cuerpoDoc, Optional: true, Sensitive: true},
			"parametros": schema.MapAttribute{
				MarkdownDescription: parametros.MarkdownDescription + " Only for `obtener`.",
				ElementType:         parametros.ElementType,
				Optional:            true,
				Validators:          parametros.Validators,
			},
			"campo": schema.StringAttribute{
				MarkdownDescription: campoDoc,
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"token": schema.StringAttribute{MarkdownDescription: "The token.", Computed: true, Sensitive: true},
			"datos": schema.DynamicAttribute{MarkdownDescription: datosDoc, Computed: true, Sensitive: true},
		},
	}
}

// ValidateConfig rejects what the operation does not send.
func (r *tokenEphemeralResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest,
	resp *ephemeral.ValidateConfigResponse) {
	var model tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	body := framework.JSONValue(model.Cuerpo) // nil while it is not known
	if _, is := body.(map[string]any); !is && body != nil {
		resp.Diagnostics.AddAttributeError(path.Root("cuerpo"), "Invalid body",
			"cuerpo must be an object with the fields of the operation, for example { email = var.email, password = var.password }.")
	}
	switch operacion := model.Operacion.ValueString(); {
	case operacion == "":
	case operacion == obtener && !model.Cuerpo.IsNull():
		resp.Diagnostics.AddAttributeError(path.Root("cuerpo"), "Invalid body", fmt.Sprintf(notSentText, obtener, "cuerpo", "parametros"))
	case operacion != obtener && !model.Parametros.IsNull():
		resp.Diagnostics.AddAttributeError(path.Root("parametros"), "Invalid parameters",
			fmt.Sprintf(notSentText, operacion, "parametros", "cuerpo"))
	}
}

func (r *tokenEphemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.Client == nil { // the provider block is not known yet
		resp.Diagnostics.AddWarning("Token not known yet", fmt.Sprintf(providerUnknownText, r.Unknown))
		model.Token, model.Datos = types.StringUnknown(), types.DynamicUnknown()
		resp.Diagnostics.Append(resp.Result.Set(ctx, &model)...)
		return
	}
	operacion := model.Operacion.ValueString()
	body, _ := framework.JSONValue(model.Cuerpo).(map[string]any)
	task := tokenTasks[operacion]
	var answer parking.TokenAnswer
	var err error
	switch operacion {
	case "login":
		answer, err = r.Client.Login(ctx, body)
	case "generar":
		answer, err = r.Client.GenerateToken(ctx, body)
	case "renovar":
		answer, err = r.Client.RenewToken(ctx, body)
	default:
		answer, err = r.Client.Token(ctx, framework.ParametrosQuery(model.Parametros))
	}
	if err != nil {
		task.Attributes, task.Within = slices.Sorted(maps.Keys(body)), "cuerpo"
		task.AddError(&resp.Diagnostics, err)
		return
	}
	token, err := answer.Token(model.Campo.ValueString())
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("campo"), "No token in the answer",
			strings.TrimSpace(fmt.Sprintf(noTokenText, operacion, err, task.Next)))
		return
	}
	model.Token, model.Datos = types.StringValue(token), framework.Dynamic(ctx, answer.Datos)
	resp.Diagnostics.Append(resp.Result.Set(ctx, &model)...)
}

type tokenModel struct {
	Operacion  types.String  `tfsdk:"operacion"`
	Cuerpo     types.Dynamic `tfsdk:"cuerpo"`
	Parametros types.Map     `tfsdk:"parametros"`
	Campo      types.String  `tfsdk:"campo"`
	Token      types.String  `tfsdk:"token"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

// obtener is the only operation that sends no body and creates no token.
const obtener = "obtener"

// tokenTasks are the values of operacion. Next says what may remain on the service.
var tokenTasks = map[string]framework.Task{
	"login":   {Verb: "obtain", Noun: "token", Next: loginRemainsText, Unauthorized: loginRejectedText},
	"generar": {Verb: "obtain", Noun: "token", Next: generarRemainsText},
	"renovar": {Verb: "obtain", Noun: "token", Next: renovarReplacingText},
	obtener:   {Verb: "read", Noun: "token"},
}
