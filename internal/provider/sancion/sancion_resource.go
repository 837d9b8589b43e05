package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*sancionResource)(nil)

type sancionResource struct{ framework.ResourceBase }

func newSancionResource() resource.Resource { return &sancionResource{} }

func (r *sancionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_sancion"
	resp.ResourceBehavior = framework.Behavior
}

func (r *sancionResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: sancionDoc +
			framework.Asks("sancion_cerrar", "sancion_pagar", "sanciones"),
		Attributes: map[string]schema.Attribute{
			"sancion_id": framework.ReplacingIDAttribute(sancionIDDoc),
			"observaciones": schema.StringAttribute{
				MarkdownDescription: observacionesDoc,
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"pago": framework.PagoAttribute(pagoDoc, "cliente_id", schema.Int64Attribute{
				MarkdownDescription: pagoClienteIDDoc,
				Optional:            true,
				Computed:            true,
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseNonNullStateForUnknown()},
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			}),
			"cerrada": schema.BoolAttribute{
				MarkdownDescription: cerradaDoc,
				Computed:            true,
				Default:             booldefault.StaticBool(true),
			},
			"pagada":   schema.BoolAttribute{MarkdownDescription: pagadaDoc, Computed: true},
			"datos":    schema.DynamicAttribute{MarkdownDescription: datosDoc, Computed: true},
			"timeouts": framework.TimeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

func (r *sancionResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"sancion_id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the sanction."},
	}}
}

// ModifyPlan rejects at plan time what cannot be changed, warns about sanctions that stay as they
// are, and plans the computed attributes as the writes of an update will leave them.
func (r *sancionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state sancionModel
	creates, leaves := req.State.Raw.IsNull(), req.Plan.Raw.IsNull()
	if !creates {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if !leaves {
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
		leaves = !creates && framework.IsOther(plan.SancionID, plan.SancionID.Equal(state.SancionID))
	}
	if leaves {
		r.WarnOnce("Sanctions stay on the service", stayText, &resp.Diagnostics)
	}
	unsettled := framework.ReadPrivate[string](ctx, req.Private, framework.UnsettledPagoKey)
	if leaves && (state.Pagada.ValueBool() || unsettled != "") {
		state.checkReuse(plan, &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() || req.Plan.Raw.IsNull() || !plan.SancionID.Equal(state.SancionID) {
		return // a destruction, a creation, or the replacement by another sanction
	}
	state.checkCode(plan, unsettled, &resp.Diagnostics)
	state = state.recorded(unsettled)
	state.checkChanges(plan, &resp.Diagnostics)
	plan.Pagada, plan.Datos = state.Pagada, state.Datos
	switch pays := plan.addsPayment(state); {
	case pays && !plan.Pago.IsUnknown():
		plan.Pagada, plan.Datos = types.BoolValue(true), types.DynamicUnknown()
	case pays || !state.Cerrada.ValueBool():
		plan.Pagada, plan.Datos = types.BoolUnknown(), types.DynamicUnknown()
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), plan.Pagada)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), plan.Datos)...)
}

// Create closes the sanction and pays it. A payment whose outcome is unknown is kept in the state with a warning, since
// an error would taint the state: the next run would forget what was sent, and could pay with another code.
func (r *sancionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[sancionModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	var said diag.Diagnostics
	record, outcome := r.closeAndPay(ctx, plan, sancionModel{}, false, &said)
	if outcome == unknown {
		said = plan.keptUnpaid(said)
		framework.SetPrivate(ctx, resp.Private, framework.UnsettledPagoKey, plan.pago().PagoCodigo.ValueString(), &said)
	}
	resp.Diagnostics.Append(said...)
	if resp.Diagnostics.HasError() {
		return // no state is saved; the next run closes and pays
	}
	plan.fillIn(ctx, record, sancionModel{})
	if outcome == unknown {
		plan.Pagada = types.BoolValue(false)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{plan.SancionID})...)
	if record.ID != 0 && outcome != unknown {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

func (r *sancionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[sancionModel](ctx, "read", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the sanction is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{state.SancionID})...)
	if resp.Diagnostics.HasError() || r.Client == nil || r.Fresh(ctx, req.Private) {
		return
	}

	imported := state.Cerrada.IsNull()
	record, err := findSancion(ctx, r.Service, state.SancionID)
	switch {
	case parking.Is(err, parking.NoEndpoint) && imported:
		resp.Diagnostics.AddError("Unable to import sanction", fmt.Sprintf(importText, state.SancionID))
	case parking.Is(err, parking.NotFound) && imported:
		resp.State.RemoveResource(ctx)
	case parking.Is(err, parking.NoEndpoint), parking.Is(err, parking.NotFound):
		// There is no list to read, or the list omits the sanction. That does not prove
		// that it is gone: a sanction is never deleted.
	case err != nil:
		framework.Task{Verb: "read", Noun: "sanction", Name: state.SancionID.String()}.AddError(&resp.Diagnostics, err)
	case state.stored().Another(record):
		resp.Diagnostics.AddError(anotherSancion, fmt.Sprintf(otherSancionText, state.SancionID, otherUnchanged))
	default:
		state.refresh(ctx, record)
		if isPaid, _ := showsPaid(record); isPaid && record.PagoCodigo.Value != nil { // which settles what became of a payment
			state.Pagada = types.BoolValue(true)
			framework.ClearPrivate(ctx, resp.Private, framework.UnsettledPagoKey, &resp.Diagnostics)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// Update closes a sanction that was reopened, and pays it if pago is new, or if the outcome of its payment is unknown.
func (r *sancionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[sancionModel](ctx, "update", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	defer r.Doubted(ctx, resp.Private, &resp.Diagnostics)
	var state sancionModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}

	r.RefuseOther("sancion_id", plan.SancionID.Equal(state.SancionID), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// Some values were unknown in the plan.
	unsettled := framework.ReadPrivate[string](ctx, req.Private, framework.UnsettledPagoKey)
	state.checkCode(plan, unsettled, &resp.Diagnostics)
	state = state.recorded(unsettled)
	state.checkChanges(plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var record parking.Sancion
	if plan.addsPayment(state) || !state.Cerrada.ValueBool() {
		made, outcome := r.closeAndPay(ctx, plan, state, unsettled != "", &resp.Diagnostics)
		record = made
		switch outcome {
		case unknown:
			framework.SetPrivate(ctx, resp.Private, framework.UnsettledPagoKey, plan.pago().PagoCodigo.ValueString(), &resp.Diagnostics)
		case paidBefore:
			state.Pagada = types.BoolValue(true)
			fallthrough
		case paid, unpaid: // after an error, the state is without what an earlier run sent
			framework.ClearPrivate(ctx, resp.Private, framework.UnsettledPagoKey, &resp.Diagnostics)
			resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		}
		if resp.Diagnostics.HasError() {
			return
		}
	}
	plan.fillIn(ctx, record, state)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{plan.SancionID})...)
	if record.ID != 0 {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// closeAndPay closes the sanction, and pays it if the plan adds a payment. It closes before every payment: that does not
// change a closed sanction, an open one cannot be paid, and the answer may show that it is already paid. The record is
// the last one that the service returned, if any.
func (r *sancionResource) closeAndPay(ctx context.Context, plan, before sancionModel, sentBefore bool,
	diags *diag.Diagnostics) (parking.Sancion, paymentOutcome) {
	task := closing(plan.SancionID, "", closeNextText)
	end := turn(ctx, r.Service, plan.SancionID, task, diags)
	if end == nil {
		return parking.Sancion{}, notPaid
	}
	defer end()
	pays, p := plan.addsPayment(before), plan.payment(r.Service, sentBefore)
	if pays && !p.isFirst(diags) {
		return parking.Sancion{}, notPaid
	}
	if p.stored = before.stored(); p.stored.Datos != nil { // a list that cannot be read forbids nothing
		p.listed, _ = findSancion(ctx, r.Service, plan.SancionID)
		if p.stored.Another(p.listed) {
			diags.AddError(anotherSancion, fmt.Sprintf(otherSancionText, plan.SancionID, otherUnchanged))
			return parking.Sancion{}, notPaid
		}
	}
	closed, otherRemarks := closeSancion(ctx, r.Service, plan.SancionID, plan.Observaciones, task, diags)
	if otherRemarks && !before.Cerrada.ValueBool() { // somebody else closed it
		stored := sancionModel{SancionID: plan.SancionID, Observaciones: types.StringPointerValue(closed.Observaciones.Value)}
		stored.checkObservaciones(plan, !before.SancionID.IsNull(), diags)
	}
	if diags.HasError() || !pays {
		return closed, notPaid
	}
	known := closed
	if _, shown := showsPaid(closed); !shown && before.Pagada.ValueBool() {
		known.Pagada = parking.Field[bool]{Sent: true, Value: before.Pagada.ValueBoolPointer()}
	}
	record, outcome := p.pay(ctx, known, diags)
	if outcome == paidBefore {
		plan.adoptPayment(record, diags)
	}
	return record, outcome
}

// stored is the record that the state holds, as far as it says which sanction it is.
func (m sancionModel) stored() parking.Sancion {
	datos, _ := framework.JSONValue(m.Datos).(map[string]any)
	return parking.Sancion{Datos: datos}
}

// payment is the payment that the resource declares. sentBefore: an earlier run sent it, and the outcome is unknown.
func (m sancionModel) payment(s *framework.Service, sentBefore bool) payment {
	codigo := m.pago().PagoCodigo
	return payment{Service: s, id: m.SancionID, pago: m.pago(), say: func(string, ...any) {},
		sentBefore: sentBefore, noList: noListText, notListed: notListedText,
		task: framework.Task{Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of sanction %s", codigo, m.SancionID),
			Check:      fmt.Sprintf(payCheckText, m.SancionID, codigo),
			Attributes: []string{"pago_tipo", "pago_codigo", "cliente_id"}, Within: "pago",
			Next: payNextText}}
}

// adoptPayment warns that the sanction already has the declared payment, or adds an error if its payment is another one.
func (m sancionModel) adoptPayment(record parking.Sancion, diags *diag.Diagnostics) {
	if record.PagoCodigo.Value == nil {
		diags.AddAttributeError(path.Root("pago"), "Sanction already paid", fmt.Sprintf(paidUnknownCodeText, m.SancionID))
		return
	}
	pago := m.pago()
	held := sancionModel{SancionID: m.SancionID, Pago: recordPago(record, pago).object()}
	held.checkPago(pago, diags)
	if !diags.HasError() {
		diags.AddWarning("Payment already recorded", fmt.Sprintf(alreadyRecordedText, m.SancionID, pago.PagoCodigo))
	}
}

// keptUnpaid gives the errors of a payment whose outcome is unknown as warnings, which say what is in the state.
func (m sancionModel) keptUnpaid(said diag.Diagnostics) (warnings diag.Diagnostics) {
	for _, d := range said {
		warnings.AddAttributeWarning(path.Root("pago"), outcomeUnknown, fmt.Sprintf(keptUnpaidText, m.SancionID, framework.Detail(d)))
	}
	return warnings
}

// Delete leaves the sanction as it is: the service cannot reopen it. The plan said so.
func (r *sancionResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// ImportState sets the identifier of the sanction; Read does the rest.
func (r *sancionResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity sancionIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = identity.SancionID.String()
	}
	id, err := framework.ParseIDOf("sanction", text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	if r.Ready(&resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("sancion_id"), id)...)
	}
}
