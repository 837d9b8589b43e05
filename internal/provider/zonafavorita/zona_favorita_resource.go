// Package zonafavorita has the favourite zones, sections and spaces of a client.
package zonafavorita

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Area lists the resource and data source of favourites.
var Area = framework.Area{
	Resources:   []func() resource.Resource{newZonaFavoritaResource},
	DataSources: []func() datasource.DataSource{zonasFavoritas},
}

var _ framework.Resource = (*zonaFavoritaResource)(nil)

type zonaFavoritaResource struct{ framework.ResourceBase }

func newZonaFavoritaResource() resource.Resource {
	return &zonaFavoritaResource{framework.ResourceBase{Name: "zona_favorita",
		Identity: framework.Identity{
			"cliente_id": framework.IdentityID("Identifier of the client."), "id": framework.IdentityID("Identifier of the favourite.")},
		MutableIdentity: true}} // a favourite that was deleted and saved again outside Terraform has a new id
}

func (r *zonaFavoritaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	place := func(description string, more ...validator.Int64) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description, Optional: true,
			Validators: append([]validator.Int64{int64validator.AtLeast(1)}, more...)}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: favoritaDoc +
			framework.Asks("guardar_zona_favorita", "zonas_favoritas", "borrar_zona_favorita"),
		Attributes: map[string]schema.Attribute{
			"id":         framework.AssignedIDAttribute("Identifier of the favourite, assigned by the service."),
			"cliente_id": framework.ReplacingIDAttribute(clienteIDDoc),
			"zona_id": place(zonaIDDoc,
				int64validator.AtLeastOneOf(path.MatchRoot("zona_id"), path.MatchRoot("tramo_id"), path.MatchRoot("celda_id"))),
			"tramo_id": place(tramoIDDoc),
			"celda_id": place(celdaIDDoc),
			"timeouts": framework.TimeoutsAttribute(ctx, framework.DefaultTimeout,
				timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

// ModifyPlan shows what saving the favourite will meet, and replaces a favourite whose section cannot be cleared in place. It plans an
// unknown id if the place changes: another block that declares the old place may adopt
// the favourite in the same run.
func (r *zonaFavoritaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	state, plan, creates, destroys := framework.Planning[zonaFavoritaModel](ctx, req, &resp.Diagnostics)
	if destroys || resp.Diagnostics.HasError() {
		return
	}
	if creates || !plan.ClienteID.Equal(state.ClienteID) {
		r.preview(ctx, plan, &resp.Diagnostics)
	}
	if !creates && plan.clearsTramo(state) {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("tramo_id"))
	}
	if !creates && plan.placeModel != state.placeModel {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.Int64Unknown())...)
	}
}

func (r *zonaFavoritaResource) task(verb string, m zonaFavoritaModel) framework.Task {
	return framework.Task{Verb: verb, Noun: "favourite",
		Name:       m.name(),
		Check:      fmt.Sprintf("GET /external/zona-favorita with the JSON body {\"cliente_id\": %s}", m.ClienteID),
		Attributes: []string{"cliente_id", "zona_id", "tramo_id", "celda_id"}}
}

func (r *zonaFavoritaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[zonaFavoritaModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ID = types.Int64Null()
	r.atPlace(plan, &resp.Diagnostics, func() { r.save(ctx, &plan, &resp.Diagnostics) })
	if resp.Diagnostics.HasError() {
		return
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
}

func (r *zonaFavoritaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel, ok := framework.BeginRead[zonaFavoritaModel](ctx, r.Service, framework.DefaultTimeout, req, resp)
	defer cancel()
	if !ok {
		return
	}
	framework.Shared[taken](r.Service).Delete(state.ID.ValueInt64())
	framework.Shared[taken](r.Service).Delete(state.name())
	record, list, found, err := r.locate(ctx, state)
	if err != nil && !parking.Is(err, parking.NotFound) {
		r.task("read", state).AddReadError(ctx, r.Service, req.Private, err, &resp.Diagnostics)
		return
	}
	if !found {
		if !r.task("read", state).KeepJustWritten(ctx, r.Service, req.Private, &resp.Diagnostics) {
			resp.State.RemoveResource(ctx)
		}
		return
	}
	state.refresh(record)
	if others := state.others(list); len(others) > 0 {
		resp.Diagnostics.AddWarning(fmt.Sprintf("Favourite saved more than once: %s at %s", state.ID, state.place()),
			fmt.Sprintf(savedAgainText, state.ID, state.ClienteID, strings.Join(others, ", ")))
	}
	framework.Save(ctx, &state, &resp.State, resp.Identity, &resp.Diagnostics)
}

// locate reads a favourite from the client's list, since the service has no direct read. It is gone only if the whole list, the list
// filtered by its place (a filter may match nothing) and the whole list once more all omit it. It is NotFound if all are denied.
func (r *zonaFavoritaResource) locate(ctx context.Context, state zonaFavoritaModel) (
	record parking.ZonaFavorita, list []parking.ZonaFavorita, found bool, denied error,
) {
	shown := false
	for _, filter := range []parking.Zona{{}, state.zona(), {}} {
		read, err := r.Client.ZonasFavoritas(ctx, state.ClienteID.ValueInt64(), filter, parking.Removal)
		if err != nil && !parking.Is(err, parking.NotFound) {
			return record, nil, false, err
		}
		list, denied, shown = read, err, shown || err == nil
		if record, found = state.find(list); found {
			break
		}
	}
	if shown {
		denied = nil
	}
	return record, list, found, denied
}

func (r *zonaFavoritaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[zonaFavoritaModel](ctx, framework.DefaultTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	r.RefuseOther("tramo_id", !plan.clearsTramo(state), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ID = state.ID
	// A change of only timeouts is not sent to the service.
	if plan.placeModel != state.placeModel {
		r.atPlace(plan, &resp.Diagnostics, func() { r.move(ctx, &plan, state, &resp.Diagnostics) })
		if resp.Diagnostics.HasError() {
			return
		}
		r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

func (r *zonaFavoritaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	ctx, state, cancel := framework.Begin[zonaFavoritaModel](ctx, "delete", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}
	if !state.ID.IsNull() && !r.take(state.ID.ValueInt64()) {
		resp.Diagnostics.AddWarning(fmt.Sprintf("Favourite %s of client %s stays on the service", state.ID, state.ClienteID),
			"Another block of this run adopted, moved or deleted it.")
		return
	}
	if !r.identified(state, &resp.Diagnostics) {
		return
	}
	err := r.Client.DeleteZonaFavorita(ctx, state.ID.ValueInt64(), state.ClienteID.ValueInt64())
	if framework.IsRefused(err) {
		// Its lists decide, as in a refresh, but for a list that is denied: that the favourite was there was seen a moment ago.
		_, _, found, readErr := r.locate(ctx, zonaFavoritaModel{ID: state.ID, ClienteID: state.ClienteID}) // whatever else is at its place
		switch {
		case readErr != nil:
			err = framework.LookFailed(err, readErr)
		case !found:
			err = nil
		}
	}
	if err != nil {
		task := r.task("delete", state)
		if framework.IsRefused(err) {
			task.Refused = "The client's list still shows the favourite, so it stays in the state."
		}
		task.AddError(&resp.Diagnostics, err)
	}
}

// ImportState takes cliente_id/id.
func (r *zonaFavoritaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity zonaFavoritaIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = fmt.Sprintf("%d/%d", identity.ClienteID.ValueInt64(), identity.ID.ValueInt64())
	}
	clienteID, id, err := framework.ParseZonaFavoritaID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), clienteID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
}
