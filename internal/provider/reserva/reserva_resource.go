package reserva

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	_ resource.ResourceWithConfigure   = (*reservaResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*reservaResource)(nil)
	_ resource.ResourceWithImportState = (*reservaResource)(nil)
	_ resource.ResourceWithIdentity    = (*reservaResource)(nil)
)

type reservaResource struct{ framework.ResourceBase }

func newReservaResource() resource.Resource { return &reservaResource{} }

func (r *reservaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reserva"
	resp.ResourceBehavior.MutableIdentity = true // a reservation whose identifier was not told gets one when it is found
}

func (r *reservaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	place := func(description string, required bool) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description + reservaDoc, Required: required, Optional: !required,
			PlanModifiers: []planmodifier.Int64{replaceMoved()}, Validators: []validator.Int64{int64validator.AtLeast(1)}}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: reservaDoc2 +
			framework.Asks("reserva_bloquear", "reservas_activas", "reservas", "reserva_pagar", "reserva_extender", "reserva_cancelar"),
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{
				MarkdownDescription: "Identifier that the service gave the reservation.",
				Computed:            true,
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
			"tramo_id":    place("Identifier of the section.", true),
			"vehiculo_id": place("Identifier of the vehicle, `parking_vehiculo.….id`.", true),
			"celda_id":    place("Identifier of the cell, where a certain one is wanted.", false),
			"conector_id": place("Identifier of the charging connector.", false),
			"minutos": schema.Int64Attribute{
				MarkdownDescription: reservaMinutosDoc,
				Required:            true,
				Validators:          []validator.Int64{minutosValidator{}},
			},
			"pago": schema.SingleNestedAttribute{
				MarkdownDescription: reservaPagoDoc,
				Optional:            true,
				Attributes: map[string]schema.Attribute{
					"pago_tipo": schema.Int64Attribute{
						MarkdownDescription: reservaPagoPagoTipoDoc,
						Required:            true,
					},
					"pago_codigo": schema.StringAttribute{
						MarkdownDescription: "Code of the transaction. The service takes each code once.",
						Required:            true,
						Validators:          []validator.String{framework.PagoCodigoValidator},
					},
					"enviar_recibo": schema.BoolAttribute{
						MarkdownDescription: reservaPagoEnviarReciboDoc,
						Optional:            true,
					},
				},
			},
			"activa": schema.BoolAttribute{
				MarkdownDescription: reservaActivaDoc,
				Computed:            true,
				PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
			},
			"pagada": schema.BoolAttribute{
				MarkdownDescription: "Whether the service recorded the payment that `pago` declares.",
				Computed:            true,
				PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
			},
			"datos": schema.DynamicAttribute{
				MarkdownDescription: reservaDatosDoc,
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

// ModifyPlan refuses what the service cannot do while it is still a plan, and plans
// the payment that is declared and not made yet.
func (r *reservaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		return
	}
	var plan, state reservaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if req.Plan.Raw.IsNull() { // the destruction that is part of a replacement is not planned by itself
		framework.SetMark(ctx, resp.Private, destroyedKey, true, &resp.Diagnostics)
	}
	if !r.soleBlock(state.ID.ValueInt64(), framework.BlockName(ctx, resp.Private, &resp.Diagnostics),
		&resp.Diagnostics) || req.Plan.Raw.IsNull() {
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	marks := readReservaMarks(ctx, req.Private)
	if resp.Diagnostics.HasError() {
		return
	}
	if _, lost := state.lost(); lost { // and untainted by hand: replaced all the same
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.Int64Unknown())...)
		resp.RequiresReplace.Append(path.Root("id"))
		return
	}
	switch {
	case len(plan.another(state, marks)) == 0:
	case r.Claims.Has(framework.VehiculoMadeClaim(plan.VehiculoID)):
		plan.refuseAnother(state, marks, &resp.Diagnostics)
		return
	default:
		plan.refuseSpent(state, &resp.Diagnostics)
		return
	}
	if !plan.undecided() { // another reservation may be shorter, or paid otherwise
		plan.refuse(state, marks, &resp.Diagnostics)
	}
	plan.planComputed(state)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), plan.Pagada)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), plan.Datos)...)
}

func (r *reservaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan reservaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	ctx, cancel := framework.Within(ctx, plan.Timeouts.Create, framework.DefaultTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	look := r.looking(ctx, plan, resp.Private, &resp.Diagnostics)
	plan.Activa, plan.Pagada = types.BoolValue(true), types.BoolValue(false)
	booked, taken, ok := look.resume(ctx, &resp.Diagnostics)
	var err error
	if ok && !taken {
		booked, taken, err = r.Client.BookReserva(ctx, plan.request(), r.Adopt == framework.AdoptNever, look.at)
	}
	var notSent *parking.NotSentError
	switch {
	case !ok, look.cameLate(booked, &resp.Diagnostics), look.spends(booked, &resp.Diagnostics), taken &&
		!look.takeOver(ctx, &plan, booked, &resp.Diagnostics), plan.notBegun(err, &resp.Diagnostics):
		r.keepLost(ctx, plan, look, err, resp)
		return
	case taken:
	case err == nil:
		plan.ID, plan.Datos = types.Int64Value(booked.ID), framework.Dynamic(ctx, booked.Datos)
		plan.bookedBeside(look.beside, &resp.Diagnostics)
	case errors.Is(err, parking.ErrContract) && !errors.As(err, &notSent):
		plan.bookedBlindly(ctx, look, err, &resp.Diagnostics)
	default:
		r.bookingTask(plan).AddError(&resp.Diagnostics, err)
		r.keepLost(ctx, plan, look, err, resp)
		return
	}
	known := err == nil
	if known && !plan.Pago.IsNull() && !plan.Pagada.ValueBool() && r.payNew(ctx, plan, resp.Private, &resp.Diagnostics) {
		plan.Pagada = types.BoolValue(true)
		known = r.readBack(ctx, &plan, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	if known {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

func (r *reservaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state reservaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.Within(ctx, state.Timeouts.Read, framework.DefaultTimeout, &resp.Diagnostics)
	defer cancel()
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	marks := readReservaMarks(ctx, req.Private)
	if resp.Diagnostics.HasError() || r.Client == nil || !r.soleBlock(state.ID.ValueInt64(),
		framework.BlockName(ctx, resp.Private, &resp.Diagnostics), &resp.Diagnostics) ||
		marks.ended || !marks.open() && r.Fresh(ctx, req.Private) {
		return
	}
	if lost, isLost := state.lost(); isLost {
		r.readLost(ctx, state, lost, resp)
		return
	}
	if state.ID.IsNull() && !r.identify(ctx, &state, &resp.Diagnostics) {
		return
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	record, standing, err := r.Client.LocateReserva(ctx, state.ID.ValueInt64(), state.filter())
	switch {
	case err != nil:
		reservaTask("read", state).AddError(&resp.Diagnostics, err)
		return
	case standing == parking.ReservaUnproven:
		resp.Diagnostics.AddWarning("Reservation not listed as active", fmt.Sprintf(reservationNotListedAsActiveText, state.ID))
		state.Activa = types.BoolValue(true)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		return
	case standing == parking.ReservaActive:
		state.refresh(ctx, record, marks.codigo)
	default:
		if !state.Activa.ValueBool() { // a list that lags hides it for one refresh, and not for two
			framework.SetMark(ctx, resp.Private, endedKey, true, &resp.Diagnostics)
		}
		state.Activa = types.BoolValue(false)
		state.describe(ctx, record, marks.codigo)
	}
	if _, told := record.Booked(); told {
		framework.ClearMark(ctx, resp.Private, unsettledMinutosKey, &resp.Diagnostics)
	}
	if state.Pagada.ValueBool() {
		framework.ClearMark(ctx, resp.Private, framework.UnsettledPagoKey, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	r.Verified(ctx, resp.Private, &resp.Diagnostics)
}

// Update extends first, so that the payment is that of all the minutes. What was
// done is in the state, whatever fails after it.
func (r *reservaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state reservaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.Within(ctx, plan.Timeouts.Update, framework.DefaultTimeout, &resp.Diagnostics)
	defer cancel()
	marks := readReservaMarks(ctx, req.Private)
	if plan.refuseAnother(state, marks, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		plan.refuse(state, marks, &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if !state.ID.IsNull() && !r.Claims.ClaimFor(reservaClaim(state.ID.ValueInt64()),
		framework.BlockName(ctx, resp.Private, &resp.Diagnostics)) {
		resp.Diagnostics.AddError("Reservation in two blocks", fmt.Sprintf(adoptedByAnotherText, state.ID))
		return
	}

	plan.Activa, plan.Pagada, plan.Datos = state.Activa, state.Pagada, state.Datos
	more, pays := plan.more(state), plan.pays(state)
	if more > 0 && !r.extend(ctx, state, plan.Minutos.ValueInt64(), more, resp.Private, &resp.Diagnostics) {
		return
	}
	if pays {
		plan.Pagada = types.BoolValue(r.payLater(ctx, plan, resp.Private, &resp.Diagnostics))
	}
	if (more > 0 || plan.Pagada.ValueBool() && pays) && r.readBack(ctx, &plan, &resp.Diagnostics) {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
}

func (r *reservaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state reservaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ctx, cancel := framework.Within(ctx, state.Timeouts.Delete, framework.DefaultTimeout, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	lost, isLost := state.lost()
	switch {
	case isLost && !framework.HasMark(ctx, req.Private, destroyedKey):
		r.handOver(state, lost, &resp.Diagnostics)
		return
	case isLost && !r.settle(ctx, state, &lost, &resp.Diagnostics):
		return
	case isLost && lost.none():
		resp.Diagnostics.AddWarning("Reservation not known to be booked",
			fmt.Sprintf(reservationNotKnownToBeBookedText, state.lostText(), state.check()))
		return
	case isLost:
		state.ID = types.Int64Value(lost.found)
	}
	switch {
	case state.ID.IsNull() && !r.identify(ctx, &state, new(diag.Diagnostics)):
		state.stays(&resp.Diagnostics, noIdentifierWhy)
		return
	case !r.Claims.ClaimFor(reservaClaim(state.ID.ValueInt64()), framework.BlockName(ctx, resp.Private, &resp.Diagnostics)):
		state.stays(&resp.Diagnostics, "another block of this run manages it")
		return
	case !state.Activa.ValueBool() && framework.HasMark(ctx, req.Private, endedKey):
		state.stays(&resp.Diagnostics, "it has ended")
		return
	}
	held, err := cancelReserva(ctx, r.Service, state.ID.ValueInt64(), state.filter(), state.Pagada.ValueBool())
	switch {
	case err == nil, errors.Is(err, parking.ErrNotFound) && !parking.Ambiguous(err):
	case framework.MayBeThere(err) && (state.Pagada.ValueBool() || held.Code() != ""):
		r.Claims.Release(reservaClaim(state.ID.ValueInt64())) // the block in its place adopts it: no other could be paid with its code
		state.stays(&resp.Diagnostics, fmt.Sprintf("the service refuses it, as it may where it is paid (%s)", err))
	default:
		task := cancellationTask(state)
		if framework.MayBeThere(err) {
			task.Refused = state.notCancelled(held)
		}
		task.AddError(&resp.Diagnostics, err)
	}
}

// ImportState takes the reservation's id, and all that its record tells.
func (r *reservaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity reservaIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = identity.ID.String()
	}
	id, ok := framework.ParseID(text)
	if !ok {
		resp.Diagnostics.AddError("Invalid import identifier", fmt.Sprintf(invalidImportIdentifierText, parking.Quote(text)))
		return
	}
	if !r.Ready(&resp.Diagnostics) {
		return
	}
	record, standing, err := r.Client.LocateReserva(ctx, id, nil)
	switch {
	case err != nil:
		framework.Task{Verb: "import", Noun: "reservation", Name: text}.AddError(&resp.Diagnostics, err)
		return
	case record.ID == 0:
		resp.Diagnostics.AddError("Unable to import reservation", fmt.Sprintf(importNoReservationText, text))
		return
	}
	var state reservaModel
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...) // makes the null object that the rest fills
	resp.Diagnostics.Append(resp.State.Get(ctx, &state)...)
	if missing := state.imported(ctx, record); len(missing) > 0 {
		resp.Diagnostics.AddError("Unable to import reservation", fmt.Sprintf(importIncompleteText, text, strings.Join(missing, ", ")))
		return
	}
	if !record.PagoCodigo.Sent {
		resp.Diagnostics.AddWarning("Payment status unknown", fmt.Sprintf(paymentStatusUnknownText, text))
	}
	ended := standing == parking.ReservaEnded
	state.Activa = types.BoolValue(!ended)
	if ended {
		framework.SetMark(ctx, resp.Private, endedKey, true, &resp.Diagnostics)
	}
	framework.SetMark(ctx, resp.Private, importedKey, true, &resp.Diagnostics)
	framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
}
