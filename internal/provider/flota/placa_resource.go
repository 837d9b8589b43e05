package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*placaResource)(nil)

type placaResource struct{ framework.Undeletable }

func newPlacaResource() resource.Resource {
	return &placaResource{framework.Undeletable{ResourceBase: framework.ResourceBase{Name: "placa",
		Identity: framework.Identity{"placa": framework.IdentityText("License plate.")}}}}
}

func (r *placaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: placaDoc +
			framework.Asks("registrar_placa", "placa", "actualizar_placa", "tipo_vehiculo"),
		Attributes: map[string]schema.Attribute{
			"placa": schema.StringAttribute{
				CustomType:          framework.PlacaType,
				MarkdownDescription: placaPlacaDoc,
				Required:            true,
				// Another spelling is a plate that is looked up anew.
				PlanModifiers: []planmodifier.String{framework.ReplaceIfOther(func(a, b string) bool { return a == b })},
				Validators:    []validator.String{framework.PlacaValidator},
			},
			"tipo_vehiculo_id": schema.Int64Attribute{
				MarkdownDescription: placaTipoVehiculoIDDoc,
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
			"electrico":   placaFlag(placaElectricoDoc),
			"minusvalido": placaFlag(placaMinusvalidoDoc),
			"marca":       placaText(placaMarcaDoc),
			"modelo":      placaText(placaModeloDoc),
			"color":       placaText(placaColorDoc),
			"exento":      framework.ShownFlagAttribute(placaExentoDoc),
			"sancionable": framework.ShownFlagAttribute(placaSancionableDoc),
			"timeouts": framework.TimeoutsAttribute(ctx, framework.DefaultTimeout,
				timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

func placaFlag(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description + placaFlagDefaultDoc, Optional: true, Computed: true,
		Default: booldefault.StaticBool(false)}
}

func placaText(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}}
}

// ModifyPlan warns about plates that stay on the service, rejects a vehicle type that the service does not have, and shows
// what registering the plate will meet.
func (r *placaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.Equal(req.State.Raw) {
		return // to decode a plan that changes nothing would cost a quarter of it
	}
	state, plan, creates, destroys := framework.Planning[placaModel](ctx, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	other := framework.IsOther(plan.Placa, plan.Placa.Equal(state.Placa))
	if other && !creates {
		r.WarnOnce("Plates stay on the service", staysText, &resp.Diagnostics)
	}
	if destroys {
		return
	}
	t := &task{entry: plan.entry()}
	if before := state.entry(); !other {
		t.before = &before
	}
	t.previewOne(ctx, r.Service, plan.Timed, &resp.Diagnostics)
}

func (r *placaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[placaModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	t := &task{entry: plan.entry()}
	t.ensure(ctx, r.Service)
	if t.say(r.Service, t.found, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	if t.plate == nil {
		read, err := r.Client.Placa(ctx, t.placa, parking.Nothing)
		if err != nil { // an error would taint the plate
			t.plateTask("read").WarnSaved(&resp.Diagnostics, err)
		}
		t.plate = &read
	}
	plan.fill(*t.plate)
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
}

func (r *placaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[placaModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	verb, follows := "read", parking.Removal
	if state.TipoVehiculoID.IsNull() {
		verb, follows = "import", parking.Nothing
	}
	record, err := r.Client.Placa(ctx, state.Placa.ValueString(), follows)
	switch {
	case parking.Is(err, parking.NotFound):
		if !state.entry().plateTask(verb).KeepJustWritten(ctx, r.Service, req.Private, &resp.Diagnostics) {
			resp.State.RemoveResource(ctx)
		}
		return
	case err != nil:
		state.entry().plateTask(verb).AddReadError(ctx, r.Service, req.Private, err, &resp.Diagnostics)
		return
	}
	if record.Placa != state.Placa.ValueString() && verb == "import" {
		state.entry().say(r.Service, []finding{spelledOtherwise(record.Placa)}, &resp.Diagnostics)
		return
	}
	before := state.placaRecordModel
	state.refresh(record)
	if state.placaRecordModel != before { // to set the same state again would cost a fifth of the read
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *placaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[placaModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("placa", plan.Placa.Equal(state.Placa), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	before := state.entry()
	t := &task{entry: plan.entry(), before: &before}
	t.ensure(ctx, r.Service)
	if t.say(r.Service, t.found, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	// The service accepted the managed attributes; the others were planned as it holds them.
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

// ImportState takes the plate.
func (r *placaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	framework.ImportText(ctx, "placa", parking.CheckPlaca, req, resp)
}
