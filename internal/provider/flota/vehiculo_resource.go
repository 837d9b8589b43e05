package flota

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*vehiculoResource)(nil)

type vehiculoResource struct{ framework.Undeletable }

func newVehiculoResource() resource.Resource {
	return &vehiculoResource{framework.Undeletable{ResourceBase: framework.ResourceBase{Name: "vehiculo",
		Identity: framework.Identity{
			"cliente_id": framework.IdentityID("Identifier of the owning client."), "placa": framework.IdentityText("License plate.")},
		MutableIdentity: true}}} // a link that moves to another client outside Terraform is drift
}

func (r *vehiculoResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculoDoc +
			framework.Asks("registrar_vehiculo", "vehiculos", "vehiculo"),
		Attributes: map[string]schema.Attribute{
			"id":         framework.AssignedIDAttribute(vehiculoIDDoc),
			"cliente_id": framework.ReplacingIDAttribute(vehiculoClienteIDDoc),
			"placa": schema.StringAttribute{
				CustomType:          framework.PlacaType,
				MarkdownDescription: vehiculoPlacaDoc,
				Required:            true,
				PlanModifiers:       []planmodifier.String{framework.ReplaceIfOther(parking.SamePlaca)},
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"nombre": schema.StringAttribute{
				CustomType:          framework.NombreType,
				MarkdownDescription: vehiculoNombreDoc,
				Optional:            true,
				Computed:            true,
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"activado": framework.ShownFlagAttribute(vehiculoActivadoDoc),
			"favorito": framework.ShownFlagAttribute(vehiculoFavoritoDoc),
			"timeouts": framework.TimeoutsAttribute(ctx, framework.DefaultTimeout, timeouts.Opts{Create: true, Read: true}),
		},
	}
}

// ModifyPlan shows what linking the plate will meet, rejects a new name, for which the service has no operation, and warns about
// vehicles that stay on the service.
func (r *vehiculoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.Equal(req.Plan.Raw) {
		return // to decode a plan that changes nothing would cost a quarter of it
	}
	state, plan, creates, destroys := framework.Planning[vehiculoModel](ctx, req, &resp.Diagnostics)
	other := framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)) ||
		framework.IsOther(plan.Placa, parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString()))
	if destroys || other && !creates {
		r.WarnOnce("Vehicles stay on the service", staysText, &resp.Diagnostics)
	}
	if destroys || resp.Diagnostics.HasError() {
		return
	}
	t, before := &task{entry: plan.entry()}, state.entry()
	switch {
	case creates, other: // a replacement is a new link, which may have any name
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
		return
	default:
		same := sameNombre(plan.Nombre.StringValue, state.Nombre.StringValue) // after an import it is as the service writes it
		declared := framework.ReadPrivate[string](ctx, req.Private, framework.NombreKey)
		if !same && !state.Nombre.IsNull() && framework.SameText(declared, plan.Nombre.ValueString()) {
			t.say(r.Service, []finding{t.renamedOutside(state.Nombre.StringValue)}, &resp.Diagnostics)
			same = true
		}
		if same {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
			return
		}
		t.before, t.id = &before, state.ID
	}
	t.previewOne(ctx, r.Service, plan.Timed, &resp.Diagnostics)
}

func (r *vehiculoResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[vehiculoModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	t := &task{entry: plan.entry()}
	t.ensure(ctx, r.Service)
	if t.unlisted() {
		plan.fill(parking.Vehiculo{})
		plan.ID = types.Int64Null()
		t.linkTask("read").WarnSaved(&resp.Diagnostics, t.unread)
		framework.SetPrivate(ctx, resp.Private, framework.NotListedKey, true, &resp.Diagnostics)
	} else if t.say(r.Service, t.found, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	} else {
		plan.fill(*t.link)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
	framework.SetPrivate(ctx, resp.Private, framework.NombreKey, plan.Nombre.ValueString(), &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
}

func (r *vehiculoResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[vehiculoModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	record, err := readLink(ctx, r.Service, state.ClienteID.ValueInt64(), state.Placa.ValueString(), state.ID.ValueInt64())
	switch task := state.entry().linkTask("read"); {
	case err == nil:
	case !parking.Is(err, parking.NotFound):
		task.AddReadError(ctx, r.Service, req.Private, err, &resp.Diagnostics)
	case state.ID.IsNull() && task.KeepNotListed(ctx, req.Private, &resp.Diagnostics):
	case task.KeepJustWritten(ctx, r.Service, req.Private, &resp.Diagnostics):
	case state.ID.IsNull(): // it was imported by client and plate
		resp.Diagnostics.AddAttributeError(path.Root("placa"), "Unable to import vehicle",
			fmt.Sprintf(noVehicleText, state.ClienteID, state.Placa.StringValue))
	default:
		resp.State.RemoveResource(ctx)
	}
	if err != nil {
		return
	}
	if isAnother := !state.ID.IsNull() && record.ID != state.ID.ValueInt64(); isAnother && r.JustWrote(ctx, req.Private) {
		return // the read omits this link, and shows another one of the plate
	}
	if links := r.Client.LinksOf(state.ClienteID.ValueInt64(), state.Placa.ValueString()); len(links) > 1 {
		state.entry().say(r.Service, []finding{linkedAgainAs(state.Placa.ValueString(), links, record.ID)}, &resp.Diagnostics)
	}
	before := state.vehiculoRecordModel
	if state.refresh(record); before.Nombre.IsNull() && !state.Nombre.IsNull() { // it is imported, or had no name
		framework.SetPrivate(ctx, resp.Private, framework.NombreKey, state.Nombre.ValueString(), &resp.Diagnostics)
	}
	switch changed := state.vehiculoRecordModel != before; {
	case changed && isOther(record, before.ClienteID.ValueInt64(), before.Placa.ValueString()):
		framework.Save(ctx, &state, &resp.State, resp.Identity, &resp.Diagnostics)
	case changed: // to set the same state again would cost a fifth of the read
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// readLink reads a vehicle from the listing. If the listing does not show it, or shows only another link of its plate, a
// direct read decides: a new id replaces the reservations that refer to it. A record without a plate counts as this
// vehicle: if it counted as gone, the plate would be linked twice. Without an id (0), or imported by client and plate, a
// vehicle has no direct read, so the client's whole listing decides.
func readLink(ctx context.Context, s *framework.Service, clienteID int64, placa string, id int64) (parking.Vehiculo, error) {
	shown, found, err := s.Client.ReadVehiculo(ctx, clienteID, placa, id)
	switch {
	case err != nil && (id == 0 || !parking.Denied(err)), found && (id == 0 || shown.ID == id):
		return shown, err
	case id == 0:
		all, err := s.Client.Vehiculos(ctx, parking.VehiculosFilter{ClienteID: clienteID})
		if shown, found = parking.PickVehiculo(all, placa, 0); err == nil && !found {
			err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
		}
		return shown, err
	}
	held, err := s.Client.RefreshVehiculo(ctx, clienteID, id)
	if found && (parking.Is(err, parking.NotFound) || err == nil && isOther(held, clienteID, placa)) {
		return shown, nil
	}
	return held, err
}

// linkedAgainAs says to which vehicles a plate is linked, if there are several.
func linkedAgainAs(placa string, links []parking.Vehiculo, managed int64) finding {
	ids := make([]string, len(links))
	for i, link := range links {
		ids[i] = fmt.Sprint(link.ID)
	}
	return finding{what: "Plate linked more than once", is: "The client has more than one link of", then: onlyOperatorText,
		item: fmt.Sprintf("%s (vehicles %s; %d is managed here)", placa, strings.Join(ids, ", "), managed)}
}

// isOther reports whether a vehicle has another client or plate.
func isOther(v parking.Vehiculo, clienteID int64, placa string) bool {
	owner, plate := v.ClienteID.Value, v.Placa.Value
	return owner != nil && *owner != clienteID || plate != nil && !parking.SamePlaca(*plate, placa)
}

// Update changes nothing on the service: only timeouts, or a value that was unknown in the plan, can differ.
func (r *vehiculoResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[vehiculoModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	r.RefuseOther("placa", parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString()), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	before := state.entry()
	t := &task{entry: plan.entry(), before: &before, id: state.ID}
	if why := t.renamed(ctx, r.Service); why != nil {
		t.say(r.Service, []finding{*why}, &resp.Diagnostics)
		return
	}
	if !plan.Nombre.Equal(state.Nombre) {
		framework.SetPrivate(ctx, resp.Private, framework.NombreKey, plan.Nombre.ValueString(), &resp.Diagnostics)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}
