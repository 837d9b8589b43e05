package reserva

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
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

func newReservaResource() resource.Resource { return &reservaResource{} }

func (r *reservaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reserva"
	resp.ResourceBehavior = framework.Behavior
	resp.ResourceBehavior.MutableIdentity = true // a lost booking gets its identifier when it is found
}

func (r *reservaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	place := func(description string, required bool) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description + replacesDoc, Required: required, Optional: !required,
			PlanModifiers: []planmodifier.Int64{replaceMoved()}, Validators: []validator.Int64{int64validator.AtLeast(1)}}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: reservaDoc +
			framework.Asks("reserva_bloquear", "reservas_activas", "reservas", "reserva_pagar", "reserva_extender", "reserva_cancelar"),
		Attributes: map[string]schema.Attribute{
			"id":          framework.AssignedIDAttribute(idDoc),
			"tramo_id":    place("Identifier of the section.", true),
			"vehiculo_id": place("Identifier of the vehicle, `parking_vehiculo.….id`.", true),
			"celda_id":    place("Identifier of the parking space, if a particular one is wanted.", false),
			"conector_id": place("Identifier of the charging connector.", false),
			"minutos": schema.Int64Attribute{
				MarkdownDescription: minutosDoc,
				Required:            true,
				Validators:          []validator.Int64{minutosValidator{}},
			},
			"pago": framework.PagoAttribute(pagoDoc, "enviar_recibo",
				schema.BoolAttribute{MarkdownDescription: enviarReciboDoc, Optional: true}),
			"activa": framework.ShownFlagAttribute(activaDoc),
			"pagada": framework.ShownFlagAttribute("Whether the service recorded the payment that `pago` declares."),
			"datos": schema.DynamicAttribute{
				MarkdownDescription: datosDoc,
				Computed:            true,
				PlanModifiers:       []planmodifier.Dynamic{dynamicplanmodifier.UseStateForUnknown()},
			},
			"timeouts": framework.TimeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

func (r *reservaResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the reservation."},
	}}
}

// ModifyPlan rejects at plan time what the service cannot do, also a new reservation whose payment code is used, warns about
// reservations that it may not cancel and of minutes that it adds, and plans the payment that is declared and not recorded yet.
func (r *reservaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state reservaModel
	private := readPrivate(ctx, req.Private)
	if req.State.Raw.IsNull() {
		if resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...); !resp.Diagnostics.HasError() {
			r.checkCode(ctx, plan, private, &resp.Diagnostics)
		}
		return
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if req.Plan.Raw.IsNull() {
		r.warnMayStay(state, private, &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	state.keepCode(ctx, private, resp.Private, &resp.Diagnostics)
	if len(plan.moved(state, private)) > 0 {
		plan.checkCodeReuse(state, &resp.Diagnostics)
		r.warnMayStay(state, private, &resp.Diagnostics)
		return
	}
	if !plan.undecided() { // a replacement may be shorter, or have another payment
		plan.checkChanges(state, private, &resp.Diagnostics)
		plan.warnExtended(state, &resp.Diagnostics)
	}
	plan.planComputed(state)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), plan.Pagada)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), plan.Datos)...)
}

func (r *reservaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[reservaModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	plan.Activa, plan.Pagada = types.BoolValue(true), types.BoolValue(false)
	booking, err := r.Client.BookReserva(ctx, plan.request(), plan.pago().PagoCodigo.ValueString())
	switch {
	case booking.Paid.ID != 0:
		plan.addCodeUsed(booking.Paid.ID, &resp.Diagnostics)
		return
	case err == nil:
		plan.ID, plan.Datos = types.Int64Value(booking.Made.ID), framework.Dynamic(ctx, booking.Made.Datos)
	case parking.OutcomeOf(err) >= parking.Unknown:
		r.keepLost(ctx, &plan, booking, err, resp.Private, &resp.Diagnostics)
	default:
		r.bookingTask(plan).AddError(&resp.Diagnostics, err)
		return
	}
	verified := err == nil
	if verified && !plan.Pago.IsNull() && r.payNew(ctx, plan, resp.Private, &resp.Diagnostics) {
		plan.Pagada = types.BoolValue(true)
		verified = r.readBooked(ctx, &plan, booking, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	if verified {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

func (r *reservaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[reservaModel](ctx, "read", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	private := readPrivate(ctx, req.Private)
	if resp.Diagnostics.HasError() || r.Client == nil || state.ID.IsNull() && !r.identify(ctx, &state, private.lost, resp) {
		return
	}
	if !r.Client.HoldReserva(state.ID.ValueInt64(), private.lost.by()) { // also if it is not read, so that no other block finds it
		resp.Diagnostics.AddError("Reservation in two blocks",
			fmt.Sprintf(twoBlocksText, state.ID, framework.RemoveImport, framework.FindBlocks))
		return
	}
	if private.ended || !private.pending() && r.Fresh(ctx, req.Private) {
		return
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	record, status, err := r.Client.ReadReserva(ctx, state.ID.ValueInt64(), state.request().Among())
	if framework.HasPrivate(ctx, req.Private, framework.JustImportedKey) && record.ID != 0 { // moved: its state did not tell the payment
		if state.request().Elsewhere(record) {
			resp.Diagnostics.AddError("Unable to move reservation", fmt.Sprintf(movedOtherText, state.ID, state.VehiculoID, state.TramoID))
			return
		}
		state.Pago = pagoOf(record)
		framework.ClearPrivate(ctx, resp.Private, framework.JustImportedKey, &resp.Diagnostics)
	}
	switch {
	case err != nil:
		readTask(state).AddError(&resp.Diagnostics, err)
		return
	case state.contradiction(record) != "":
		state.addOther(state.contradiction(record), &resp.Diagnostics)
		return
	case status == parking.ReservaUnproven:
		r.WarnOnce("Reservation not listed as active", fmt.Sprintf(notListedText, state.ID), &resp.Diagnostics)
		if state.Activa.IsNull() {
			state.Activa = types.BoolValue(true)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		return
	case status == parking.ReservaActive:
		state.Activa = types.BoolValue(true)
		r.checkMinutosShown(ctx, state, record, private, resp.Private, &resp.Diagnostics)
	case r.JustWrote(ctx, req.Private) && !record.Ended(): // the list of the active ones may lag
		return
	default:
		if !state.Activa.ValueBool() { // a list that lags behind omits it in one refresh, not in two
			framework.SetPrivate(ctx, resp.Private, endedKey, true, &resp.Diagnostics)
		}
		state.Activa = types.BoolValue(false)
	}
	state.describe(ctx, record, private.codigo)
	if state.Pagada.ValueBool() {
		framework.ClearPrivate(ctx, resp.Private, framework.UnsettledPagoKey, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	r.Verified(ctx, resp.Private, &resp.Diagnostics)
}

// Update extends first, so that the payment covers all minutes. What was done is saved in
// the state, even if a later step fails.
func (r *reservaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[reservaModel](ctx, "update", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	defer r.Doubted(ctx, resp.Private, &resp.Diagnostics)
	var state reservaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	private := readPrivate(ctx, req.Private)
	if plan.checkMoved(state, private, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		plan.checkChanges(state, private, &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() {
		return
	}

	plan.Activa, plan.Pagada, plan.Datos = state.Activa, state.Pagada, state.Datos
	missing, pays := plan.missing(state), plan.pays(state)
	var extension parking.Extension
	if missing > 0 {
		var extended bool
		if extension, extended = r.extend(ctx, state, plan.Minutos.ValueInt64(), missing, resp.Private, &resp.Diagnostics); !extended {
			return
		}
	}
	if pays {
		plan.Pagada = types.BoolValue(r.payLater(ctx, plan, resp.Private, &resp.Diagnostics))
	}
	if (missing > 0 || plan.Pagada.ValueBool() && pays) && r.readBack(ctx, &plan, &resp.Diagnostics) {
		r.checkExtended(ctx, plan, state, extension, resp.Private, &resp.Diagnostics)
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
}

func (r *reservaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	ctx, state, cancel := framework.Begin[reservaModel](ctx, "delete", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	private := readPrivate(ctx, req.Private)
	state.warnOthers(private, &resp.Diagnostics)
	switch {
	case state.ID.IsNull() && !r.findToCancel(ctx, &state, private.lost, &resp.Diagnostics):
		return
	case state.ended(private):
		return // nothing is left to cancel, as the plan said
	}
	held, _, err := r.Client.FindReserva(ctx, state.ID.ValueInt64(), state.request().Among())
	unlisted := err == nil && held.ID == 0
	switch {
	case err != nil: // one that cannot be read forbids nothing
	case state.forbidsCancelling(held) != "":
		state.addOther(state.forbidsCancelling(held), &resp.Diagnostics)
		return
	case held.Ended():
		return
	}
	held, err = cancelReserva(ctx, r.Service, state.ID.ValueInt64(), state.request().Among(), state.Pagada.ValueBool())
	switch {
	case err == nil, missing(held, err):
	case rejected(held, err) && (state.Pagada.ValueBool() || held.Code() != ""):
		state.warnStays(&resp.Diagnostics, paidWhy, "\n\n"+framework.Sentence(err))
	default:
		task := cancellationTask(state)
		if rejected(held, err) || unlisted && parking.Is(err, parking.BareNotFound) { // it may be gone, in words that name something else
			task.Refused = state.notCancelled(held)
		}
		task.AddError(&resp.Diagnostics, err)
	}
}

// ImportState reads the reservation by its identifier and sets every attribute from its record.
func (r *reservaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity reservaIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = identity.ID.String()
	}
	id, err := framework.ParseIDOf("reservation", text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	if !r.Ready(&resp.Diagnostics) {
		return
	}
	record, _, err := r.Client.ReadReserva(ctx, id, nil)
	if err == nil && record.ID == 0 { // what other imports read is no evidence
		record, _, err = r.Client.FindReserva(ctx, id, nil)
	}
	switch {
	case err != nil:
		framework.Task{Verb: "import", Noun: "reservation", Name: text}.AddError(&resp.Diagnostics, err)
		return
	case record.ID == 0:
		resp.Diagnostics.AddError("Unable to import reservation", fmt.Sprintf(importNotListedText, text))
		return
	}
	var state reservaModel
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...) // creates the object that the rest fills in
	resp.Diagnostics.Append(resp.State.Get(ctx, &state)...)
	if missing := state.imported(ctx, record); len(missing) > 0 {
		resp.Diagnostics.AddError("Unable to import reservation", fmt.Sprintf(importIncompleteText, text, strings.Join(missing, ", ")))
		return
	}
	if !record.PagoCodigo.Sent {
		resp.Diagnostics.AddWarning("Payment status unknown", fmt.Sprintf(statusUnknownText, text))
	}
	state.Activa = types.BoolValue(true) // which the reads after it correct: one look does not prove that it has ended
	framework.SetPrivate(ctx, resp.Private, importedKey, true, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
}
