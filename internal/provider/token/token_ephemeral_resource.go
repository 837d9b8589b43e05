package token

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*tokenEphemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*tokenEphemeralResource)(nil)
)

// tokenEphemeralResource hands out a token of the service, which is stored nowhere.
// It has no Renew, since Terraform takes no new value from one and the service
// renews a token by giving another; and no Close, since the service has no operation
// to revoke a token.
type tokenEphemeralResource struct{ framework.EphemeralBase }

func newTokenEphemeralResource() ephemeral.EphemeralResource { return &tokenEphemeralResource{} }

func (r *tokenEphemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_token"
}

func (r *tokenEphemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	parametros := framework.ParametrosAttribute()
	resp.Schema = schema.Schema{
		MarkdownDescription: "A token of the service, for the `credential` of another provider configuration. It is in no state, no plan file and no log, and nor is the password that it was given for, if that comes from an `ephemeral` variable. Needs Terraform 1.10 or OpenTofu 1.11." +
			"\n\nThe service's documentation shows neither the paths of these operations nor what they take and answer. Set the path in `endpoints` of the provider block, and write into `cuerpo` what your service wants; its operator knows both. A provider block with `endpoints.login` needs no `credential` to log in." +
			"\n\nTerraform opens an ephemeral resource anew whenever it needs it: once for a plan, once more for the apply, also for one that has nothing to change (OpenTofu not for that), and a destroy plans twice. So `login`, `generar` and `renovar` are sent once by `terraform plan`, twice by `apply` and three times by `destroy`, and **each time the service may hand out another token**, which it has no operation to revoke. Prefer `login` or `obtener`; use `generar` only where the number of tokens does not matter. The token is not renewed during a run: one that lasts longer than its token ends in the service's refusal, and another run goes on from there." +
			"\n\nAfter a lost answer nothing is sent again, since that could hand out a second token: the error says what may be left on the service.",
		Attributes: map[string]schema.Attribute{
			"operacion": schema.StringAttribute{
				MarkdownDescription: "How the token is obtained: `login` logs a user in (path: `endpoints.login`), `generar` generates an API token (`endpoints.generar_token`), `obtener` reads the API token that there is (`endpoints.obtener_token`), `renovar` renews the session token that the provider block has as its `credential` (`endpoints.renovar_token`).",
				Required:            true,
				Validators:          []validator.String{stringvalidator.OneOf(slices.Sorted(maps.Keys(tokenOperations))...)},
			},
			"cuerpo": schema.DynamicAttribute{
				MarkdownDescription: "What is sent, as an object, for example `{ email = var.email, password = var.password }`. It goes to the service as JSON as it is. May hold ephemeral values. Not with `obtener`, which has no body. In the embedded sandbox `login` takes the `email` of one of its clients and the `password` `sandbox`.",
				Optional:            true,
				Sensitive:           true,
			},
			"parametros": schema.MapAttribute{
				MarkdownDescription: parametros.MarkdownDescription + " Only with `obtener`.",
				ElementType:         parametros.ElementType,
				Optional:            true,
				Validators:          parametros.Validators,
			},
			"campo": schema.StringAttribute{
				MarkdownDescription: "Where the token is in the answer: names of fields, and places in lists counted from 0, joined by dots, for example `sesion.access_token` or `tokens.0.valor`. Defaults to `token`; an answer that is itself a text is the token.",
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"token": schema.StringAttribute{
				MarkdownDescription: "The token.",
				Computed:            true,
				Sensitive:           true,
			},
			"datos": schema.DynamicAttribute{
				MarkdownDescription: "What the service answered, as it came, the token included. Read a field that may be missing with `try(….datos.field, null)`.",
				Computed:            true,
				Sensitive:           true,
			},
		},
	}
}

// ValidateConfig refuses what the operation does not send.
func (r *tokenEphemeralResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var model tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !model.Cuerpo.IsUnknown() && !model.Cuerpo.IsUnderlyingValueUnknown() {
		if _, ok := framework.JsonValue(model.Cuerpo).(map[string]any); !ok && framework.JsonValue(model.Cuerpo) != nil {
			resp.Diagnostics.AddAttributeError(path.Root("cuerpo"), "Invalid body", "cuerpo is not an object. Write the fields that the operation takes, for example { email = var.email, password = var.password }.")
		}
	}
	switch operacion := model.Operacion.ValueString(); {
	case operacion == "":
	case operacion == tokenOfRead && !model.Cuerpo.IsNull():
		resp.Diagnostics.AddAttributeError(path.Root("cuerpo"), "Invalid body", "obtener sends no body. Remove cuerpo, or put what the service wants into parametros.")
	case operacion != tokenOfRead && !model.Parametros.IsNull():
		resp.Diagnostics.AddAttributeError(path.Root("parametros"), "Invalid parameters", fmt.Sprintf("%s sends a body and no query parameters. Put what the service wants into cuerpo.", operacion))
	}
}

func (r *tokenEphemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model tokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.Client == nil { // the provider block is not known yet, so neither is the token
		resp.Diagnostics.AddWarning("Token not known yet", fmt.Sprintf("%s of the provider block depends on something that is not applied yet, so no token is obtained now. Terraform obtains it in the apply, after that. OpenTofu stops here, with an error that takes this for a bug: apply that first, for example with -target.", r.Unknown))
		model.Token, model.Datos = types.StringUnknown(), types.DynamicUnknown()
		resp.Diagnostics.Append(resp.Result.Set(ctx, &model)...)
		return
	}
	operation := tokenOperations[model.Operacion.ValueString()]
	body, _ := framework.JsonValue(model.Cuerpo).(map[string]any)
	answer, err := operation.run(ctx, r.Client, body, framework.ParametrosQuery(model.Parametros))
	if err != nil {
		subject := operation.task
		subject.Attributes, subject.Within = slices.Sorted(maps.Keys(body)), "cuerpo"
		subject.AddError(&resp.Diagnostics, err)
		return
	}
	token, err := answer.Token(model.Campo.ValueString())
	if err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("campo"), "No token in the answer", fmt.Sprintf(
			"The service carried out %s, but the token was not found in its answer: %s.\n\nSet campo to the place of the token, such as sesion.access_token, then run again.%s",
			model.Operacion.ValueString(), err, operation.left))
		return
	}
	model.Token, model.Datos = types.StringValue(token), framework.Dynamic(ctx, answer.Datos)
	resp.Diagnostics.Append(resp.Result.Set(ctx, &model)...)
}
