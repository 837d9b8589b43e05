package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*reservaResource)(nil)

type reservaResource struct{ framework.ResourceBase }

func newReservaResource() resource.Resource {
	return &reservaResource{framework.ResourceBase{Name: "reserva",
		Identity: framework.Identity{"id": framework.IdentityID("Identifier of the reservation.")}}}
}

func (r *reservaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	place := func(description string, required bool) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description + replacesDoc, Required: required, Optional: !required,
			PlanModifiers: []planmodifier.Int64{framework.ReplaceIfOtherID()}, Validators: []validator.Int64{int64validator.AtLeast(1)}}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: reservaDoc +
			framework.Asks("reserva_bloquear", "reservas_activas", "reservas", "reserva_pagar", "reserva_extender", "reserva_cancelar"),
		Attributes: map[string]schema.Attribute{
			"id":          framework.AssignedIDAttribute(idDoc),
			"tramo_id":    place("Identifier of the section.", true),
			"vehiculo_id": place("Identifier of the vehicle, `parking_vehiculo.….id`.", true),
			"celda_id":    place("Identifier of a particular parking space. Omitting it later changes nothing.", false),
			"conector_id": place("Identifier of the charging connector. Omitting it later changes nothing.", false),
			"minutos":     minutosAttribute(minutosDoc),
			"pago": framework.PagoAttribute(pagoDoc, "enviar_recibo",
				schema.BoolAttribute{MarkdownDescription: enviarReciboDoc, Optional: true}),
			"activa": framework.ShownFlagAttribute(activaDoc),
			"pagada": framework.ShownFlagAttribute(pagadaDoc),
			"datos": schema.DynamicAttribute{MarkdownDescription: datosDoc, Computed: true,
				PlanModifiers: []planmodifier.Dynamic{dynamicplanmodifier.UseStateForUnknown()}},
			"timeouts": framework.TimeoutsAttribute(ctx, framework.DefaultTimeout,
				timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

// Create books, and pays what is booked. Once it may be booked, whatever fails is a warning: after an error, Terraform would cancel
// the reservation and book another.
func (r *reservaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[reservaModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.Activa, plan.Pagada = types.BoolValue(true), types.BoolValue(false)
	made, there, err := r.Client.BookReserva(ctx, plan.request())
	switch o := books(plan.booking, bookAgainText); {
	case err == nil:
		plan.warnTwice(made, there, &resp.Diagnostics)
		plan.ID, plan.Datos = types.Int64Value(made.ID), framework.Dynamic(ctx, made.Datos)
		if plan.Pago.IsNull() {
			break
		}
		if o, err := r.pay(ctx, &plan, &resp.Diagnostics); err != nil {
			unpaid(o, plan.ID.String(), err, "The next apply pays it.", resp.Diagnostics.AddWarning)
		}
		r.readBack(ctx, &plan)
	case o.Unclear(err, resp.Diagnostics.AddWarning):
		plan.ID, plan.Activa, plan.Datos = types.Int64Null(), types.BoolNull(), types.DynamicNull()
	default:
		o.AddError(&resp.Diagnostics, err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.identity())...)
}

// pay records the payment of m, and gives the error if it was not recorded for sure.
func (r *reservaResource) pay(ctx context.Context, m *reservaModel, diags *diag.Diagnostics) (framework.Once, error) {
	o := m.paysOnce()
	_, err := r.Client.PayReserva(ctx, m.ID.ValueInt64(), m.pago().request(), m.request().Among())
	switch {
	case err == nil:
		m.Pagada = types.BoolValue(true)
	case o.Unclear(err, diags.AddWarning):
		m.Pagada, err = types.BoolNull(), nil
	}
	return o, err
}

// readBack takes what the record shows after a write, if it can be read.
func (r *reservaResource) readBack(ctx context.Context, m *reservaModel) {
	if held, _, err := r.Client.FindReserva(ctx, m.ID.ValueInt64(), m.request().Among()); err == nil && held.ID != 0 {
		m.Datos = framework.Dynamic(ctx, held.Datos)
	}
}

// Read takes what the record shows. In the state of an import, which has the identifier alone, it sets every attribute.
func (r *reservaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[reservaModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.identity())...)
	if !ok || state.ID.IsNull() {
		return
	}
	verb, among := "read", state.request().Among()
	imports := state.TramoID.IsNull()
	if imports {
		verb, among = "import", nil
	}
	record, status, err := r.Client.FindReserva(ctx, state.ID.ValueInt64(), among)
	switch {
	case parking.Is(err, parking.OtherRecord):
		resp.Diagnostics.AddError("Reservation is another one", fmt.Sprintf(otherReservaText, state.ID, state.booking))
		return
	case err != nil:
		framework.Task{Verb: verb, Noun: "reservation", Name: state.ID.String()}.AddError(&resp.Diagnostics, err)
		return
	case imports:
		state.imported(ctx, record, status, &resp.Diagnostics)
	case status == parking.ReservaUnproven:
		resp.Diagnostics.AddWarning(fmt.Sprintf("Reservation not listed: %s", state.ID), notListedText)
		return
	default:
		state.Activa = types.BoolValue(status == parking.ReservaActive)
		state.refresh(ctx, record, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

// Update extends first, so that the payment covers all minutes. What was done is saved, even if a later step fails.
func (r *reservaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[reservaModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("tramo_id", !plan.replaces(state), &resp.Diagnostics)
	plan.checkMinutos(state, &resp.Diagnostics) // some values were unknown in the plan
	plan.checkPago(state, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	sends := plan.Datos.IsUnknown()
	plan.Activa, plan.Pagada, plan.Datos = state.Activa, state.Pagada, state.Datos
	if before := state.booked(); plan.Minutos.ValueInt64() > before {
		more := plan.Minutos.ValueInt64() - before
		_, err := r.Client.ExtendReserva(ctx, state.ID.ValueInt64(), more, before, state.request().Among())
		o := extends(state.ID.String(), more, state.check(), state.sendAgain())
		if err != nil && !o.Unclear(err, resp.Diagnostics.AddWarning) {
			o.AddError(&resp.Diagnostics, err)
			return
		}
		state.Minutos = plan.Minutos
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
	if plan.pays(state) {
		if o, err := r.pay(ctx, &plan, &resp.Diagnostics); err != nil {
			o.AddError(&resp.Diagnostics, err)
			return
		}
	}
	if sends {
		r.readBack(ctx, &plan)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.identity())...)
}

func (r *reservaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	ctx, state, cancel := framework.Begin[reservaModel](ctx, "delete", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	if state.ID.IsNull() {
		books(state.booking, "Nothing was cancelled. "+cancelByActionText).WarnUnknown(&resp.Diagnostics)
		return
	}
	held, status, err := r.Client.CancelReserva(ctx, state.ID.ValueInt64(), state.request().Among())
	paid := held.Code() != "" || !state.Pago.IsNull() && (state.Pagada.IsNull() || state.Pagada.ValueBool())
	switch o := cancels(state.ID.String(), state.check(), cancelByActionText); {
	case err == nil, o.Unclear(err, resp.Diagnostics.AddWarning):
	case framework.IsRefused(err) && (paid || status != parking.ReservaActive):
		resp.Diagnostics.AddWarning(fmt.Sprintf("Reservation %s stays on the service", state.ID),
			fmt.Sprintf(staysText, state.booking, framework.Sentence(err)))
	default:
		o.AddError(&resp.Diagnostics, err)
	}
}

// ImportState sets the identifier of the reservation; Read does the rest.
func (r *reservaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	r.ImportID(ctx, req, resp, "reservation", "id")
}
