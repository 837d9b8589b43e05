package sancion

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*sancionResource)(nil)

type sancionResource struct{ framework.Undeletable }

func newSancionResource() resource.Resource {
	return &sancionResource{framework.Undeletable{ResourceBase: framework.ResourceBase{Name: "sancion",
		Identity: framework.Identity{"sancion_id": framework.IdentityID("Identifier of the sanction.")}}}}
}

func (r *sancionResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: sancionDoc + framework.Asks("sancion_cerrar", "sancion_pagar", "sanciones"),
		Attributes: map[string]schema.Attribute{
			"sancion_id":    framework.ReplacingIDAttribute(sancionIDDoc),
			"observaciones": remarks(observacionesDoc),
			"pago": framework.PagoAttribute(pagoDoc, "cliente_id", schema.Int64Attribute{MarkdownDescription: payerDoc,
				Optional: true, Computed: true, PlanModifiers: []planmodifier.Int64{int64planmodifier.UseNonNullStateForUnknown()},
				Validators: []validator.Int64{int64validator.AtLeast(1)}}),
			"cerrada": schema.BoolAttribute{MarkdownDescription: cerradaDoc, Computed: true,
				Default: booldefault.StaticBool(true)},
			"pagada": framework.ShownFlagAttribute(pagadaDoc),
			"datos": schema.DynamicAttribute{MarkdownDescription: datosDoc, Computed: true,
				PlanModifiers: []planmodifier.Dynamic{dynamicplanmodifier.UseStateForUnknown()}},
			"timeouts": framework.TimeoutsAttribute(ctx, framework.DefaultTimeout, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

// ModifyPlan rejects what cannot be changed, says what is closed and paid, and plans what the writes of an update will show.
func (r *sancionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	state, plan, creates, destroys := framework.Planning[sancionModel](ctx, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || r.Service == nil || r.Client == nil {
		return
	}
	replaces := !creates && !destroys && framework.IsOther(plan.SancionID, plan.SancionID.Equal(state.SancionID))
	if destroys || replaces {
		r.WarnOnce("Sanctions stay on the service", stayText, &resp.Diagnostics)
	}
	switch {
	case destroys:
		return
	case replaces: // of a replacement, Terraform shows the warnings of this plan alone
		creates, state = true, sancionModel{}
	case !creates:
		state.checkChanges(plan, &resp.Diagnostics)
		if state.Pagada.IsNull() && !state.Pago.IsNull() {
			once := paysOnce(state.SancionID, state.pago(), "pago", state.sendAgain(r.Client.Configured("sanciones")))
			once.WarnUnknown(&resp.Diagnostics)
		}
	}
	closing, pays := !state.Cerrada.ValueBool(), plan.pays(state)
	var pago *sancionPago
	if declared := plan.pago(); pays {
		pago = &declared
	}
	if (closing || pays) && !resp.Diagnostics.HasError() {
		warnPlanned(ctx, r.Service, plan.SancionID, closing, pago, &resp.Diagnostics)
	}
	if !creates && (closing || pays) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), types.BoolUnknown())...)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), types.DynamicUnknown())...)
	}
}

// Create closes the sanction and pays it. If the answer to the payment is lost, that is a warning: after an error, the next run would
// not know what was sent, and could pay with another code.
func (r *sancionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[sancionModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() || !r.closeAndPay(ctx, &plan, sancionModel{}, &resp.Diagnostics) {
		return // no state is saved; the next run closes and pays
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

func (r *sancionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[sancionModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	verb := "read"
	if state.Cerrada.IsNull() {
		verb = "import"
	}
	list, err := r.Client.Sanciones(ctx, nil)
	for _, record := range list {
		if record.ID == state.SancionID.ValueInt64() {
			state.refresh(ctx, record, &resp.Diagnostics)
			resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
			return
		}
	}
	switch {
	case err != nil && (verb == "import" || !parking.Is(err, parking.NoEndpoint) && !parking.Denied(err)):
		framework.Task{Verb: verb, Noun: "sanction", Name: state.SancionID.String()}.AddError(&resp.Diagnostics, err)
	case verb == "import":
		resp.State.RemoveResource(ctx)
	}
	// Otherwise it stays: a list that omits it does not prove that it is gone, since no sanction is ever deleted.
}

// Update closes a sanction that was reopened, and pays it if pago is new.
func (r *sancionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[sancionModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("sancion_id", plan.SancionID.Equal(state.SancionID), &resp.Diagnostics)
	state.checkChanges(plan, &resp.Diagnostics) // some values were unknown in the plan
	if resp.Diagnostics.HasError() || !r.closeAndPay(ctx, &plan, state, &resp.Diagnostics) {
		return
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

// closeAndPay closes the sanction of m and records the payment that m adds, if there is anything to do, and takes what the answers
// show. It closes before every payment: that does not change a closed sanction, an open one cannot be paid, and the answer may show
// that it is paid. It reports false after an error.
func (r *sancionResource) closeAndPay(ctx context.Context, m *sancionModel, before sancionModel, diags *diag.Diagnostics) bool {
	pays := m.pays(before)
	m.Cerrada, m.Pagada, m.Datos = types.BoolValue(true), before.Pagada, before.Datos
	var record, listed parking.Sancion
	defer func() {
		if pago := m.pago(); pago.ClienteID.IsUnknown() { // nobody is declared
			pago.ClienteID = framework.KeepInt64(record.ClienteID, before.pago().ClienteID)
			m.setPago(ctx, pago)
		}
	}()
	if before.Cerrada.ValueBool() && !pays {
		return true
	}
	record, listed = closeSancion(ctx, r.Service, m.SancionID, m.Observaciones, diags)
	if diags.HasError() {
		return false
	}
	m.takePagada(record)
	if pays {
		paid, _, err := r.Client.PaySancion(ctx, m.SancionID.ValueInt64(), m.pago().request(), record, listed)
		o := paysOnce(m.SancionID, m.pago(), "pago", m.sendAgain(r.Client.Configured("sanciones")))
		switch m.Pagada = types.BoolValue(true); {
		case err == nil && paid.ID != 0:
			record = paid
		case err == nil:
		case o.Unclear(err, diags.AddWarning):
			m.Pagada = types.BoolNull()
		default:
			o.Refused = staysClosedText
			o.AddError(diags, err)
			return false
		}
	}
	if record.ID != 0 {
		m.Datos = framework.Dynamic(ctx, record.Datos)
	}
	return true
}

// ImportState sets the identifier of the sanction; Read does the rest.
func (r *sancionResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	r.ImportID(ctx, req, resp, "sanction", "sancion_id")
}
