// Package cliente has the clients, who own vehicles.
package cliente

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area is a client.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newClienteResource},
	DataSources: []func() datasource.DataSource{clienteDataSource},
}

var _ framework.Resource = (*clienteResource)(nil)

type clienteResource struct{ framework.Undeletable }

func newClienteResource() resource.Resource {
	return &clienteResource{framework.Undeletable{ResourceBase: framework.ResourceBase{Name: "cliente",
		Identity: framework.Identity{"email": framework.IdentityText("E-mail address of the client.")}}}}
}

func (r *clienteResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	text := func(of framework.TextType, description string, sensitive bool, more ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{CustomType: of, MarkdownDescription: description + inPlaceDoc, Required: true, Sensitive: sensitive,
			Validators: append([]validator.String{stringvalidator.LengthAtLeast(1)}, more...)}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: clienteDoc +
			framework.Asks("cliente_email", "actualizar_cliente", "registrar_cliente"),
		Attributes: map[string]schema.Attribute{
			"id": framework.AssignedIDAttribute(idDoc),
			"email": schema.StringAttribute{
				CustomType:          emailType,
				MarkdownDescription: emailDoc,
				Required:            true,
				PlanModifiers:       []planmodifier.String{framework.ReplaceIfOther(emailType.Same)},
				Validators:          []validator.String{framework.EmailValidator},
			},
			"nombre":    text(framework.NombreType, nombreDoc, false),
			"apellidos": text(framework.NombreType, apellidosDoc, false),
			"prefijos":  text(prefijosType, prefijosDoc, false, framework.PrefijoValidator),
			"telefono":  text(telefonoType, telefonoDoc, true),
			"cedula":    text(cedulaType, cedulaDoc, true),
			"timeouts":  framework.TimeoutsAttribute(ctx, framework.DefaultTimeout, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

// task does not name the client: its address is personal data.
func (r *clienteResource) task(verb string) framework.Task {
	return framework.Task{Verb: verb, Noun: "client",
		Check:      "GET /external/cliente-email with the query parameter email set to its address",
		Attributes: []string{"email", "nombre", "apellidos", "prefijos", "telefono", "cedula"}}
}

// ModifyPlan warns about clients that stay on the service, keeps the address as the state spells it, and shows what
// creating a client will do to one that already exists. Of the two plans of a replacement Terraform shows the warnings of the
// first, and the values of the second, which has no prior state.
func (r *clienteResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	state, plan, creates, destroys := framework.Planning[clienteModel](ctx, req, &resp.Diagnostics)
	same := !creates && plan.Email.Same(state.Email.ValueString())
	if destroys || !creates && framework.IsOther(plan.Email, same) {
		r.WarnOnce("Clients stay on the service", clientsStayText, &resp.Diagnostics)
	}
	switch {
	case destroys, resp.Diagnostics.HasError(), plan.Email.IsUnknown():
	case same:
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("email"), state.Email)...)
	default:
		if id := r.preview(ctx, plan, state, &resp.Diagnostics); id != nil {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), id)...)
		}
	}
}

func (r *clienteResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[clienteModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	record := r.bring(ctx, plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if record.ID != nil || plan.ID.IsUnknown() {
		plan.ID = types.Int64PointerValue(record.ID)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
}

func (r *clienteResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[clienteModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	verb, follows := "read", parking.Removal
	if state.Nombre.IsNull() { // it is imported
		verb, follows = "import", parking.Nothing
	}
	record, err := r.Client.ClienteByEmail(ctx, state.Email.ValueString(), follows)
	another := state.isAnother(record)
	switch {
	case parking.Is(err, parking.NotFound), another && record.Email.Value != nil:
		if r.task("read").KeepJustWritten(ctx, r.Service, req.Private, &resp.Diagnostics) {
			return
		}
		why := addressGoneText
		if another {
			why = fmt.Sprintf(addressTakenText, *record.ID)
		}
		resp.Diagnostics.AddWarning(numbered(state.ID.ValueInt64Pointer())+" no longer found", why)
		resp.State.RemoveResource(ctx)
		return
	case another: // without its address, it may be any client
		err = parking.UnexpectedAnswer("cliente_email", "A4", "client %s was requested, and client %d returned", state.ID, *record.ID)
	}
	if err != nil {
		r.task(verb).AddReadError(ctx, r.Service, req.Private, err, &resp.Diagnostics)
		return
	}
	state.refresh(record)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *clienteResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[clienteModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("email", plan.Email.Same(state.Email.ValueString()), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Email = state.Email // which may be spelled otherwise
	// A change of only timeouts is not sent to the service.
	if wanted := plan.request(); wanted != state.request() {
		wanted.ID = state.ID.ValueInt64()
		record, err := r.Client.ClienteByEmail(ctx, state.Email.ValueString(), parking.Nothing)
		switch {
		case state.isAnother(record): // since the refresh
			resp.Diagnostics.AddError(numbered(state.ID.ValueInt64Pointer())+" no longer found", fmt.Sprintf(notUpdatedText, *record.ID))
			return
		case err != nil && !parking.Denied(err): // a denial may lag, and the service updates only an address that it has
			r.task("read").AddError(&resp.Diagnostics, err)
			return
		}
		if err := r.Client.UpdateCliente(ctx, wanted); err != nil {
			r.task("update").AddError(&resp.Diagnostics, err)
			return
		}
		r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

func (r *clienteResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.ImportText(ctx, "email", framework.CheckEmail, req, resp)
}
