package framework

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type planOrState interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// timed is a model with the attribute timeouts.
type timed interface{ declared() timeouts.Value }

// Begin reads the plan or state that an operation, such as "create", is about. It limits the operation to the time that
// its timeouts declare.
func Begin[M timed](ctx context.Context, operation string, standard time.Duration, from planOrState, diags *diag.Diagnostics) (
	context.Context, M, context.CancelFunc) {
	var model M
	diags.Append(from.Get(ctx, &model)...)
	within, cancel := Within(ctx, model.declared(), operation, standard, diags)
	return within, model, cancel
}

// BeginRead is Begin for a refresh. ok is false if there is nothing to read: without a client, the provider's configuration is not known
// yet.
func BeginRead[M timed](ctx context.Context, s *Service, standard time.Duration, req resource.ReadRequest, resp *resource.ReadResponse) (
	within context.Context, state M, cancel context.CancelFunc, ok bool) {
	within, state, cancel = Begin[M](ctx, "read", standard, req.State, &resp.Diagnostics)
	identify(req.State, resp.Identity) // Terraform requires an identity even if nothing is read or the thing is gone
	return within, state, cancel, !resp.Diagnostics.HasError() && s.Client != nil
}

// BeginUpdate is Begin for an update, which is from a state to a plan.
func BeginUpdate[M timed](ctx context.Context, standard time.Duration, req resource.UpdateRequest, diags *diag.Diagnostics) (
	within context.Context, plan, state M, cancel context.CancelFunc) {
	within, plan, cancel = Begin[M](ctx, "update", standard, req.Plan, diags)
	diags.Append(req.State.Get(ctx, &state)...)
	return within, plan, state, cancel
}

// Save sets the state of a thing, and its identity.
func Save(ctx context.Context, model any, state *tfsdk.State, identity *tfsdk.ResourceIdentity, diags *diag.Diagnostics) {
	diags.Append(state.Set(ctx, model)...)
	identify(*state, identity)
}

// identify takes an identity from a state, which has attributes of the same names.
func identify(state tfsdk.State, identity *tfsdk.ResourceIdentity) {
	held, attributes := make(map[string]tftypes.Value), make(map[string]tftypes.Value)
	if state.Raw.IsNull() || state.Raw.As(&held) != nil { // there is nothing to take it from
		return
	}
	for name := range identity.Schema.GetAttributes() {
		attributes[name] = held[name]
	}
	identity.Raw = tftypes.NewValue(identity.Raw.Type(), attributes)
}

// Planning reads the state and the plan of a resource. Either is zero if there is none.
func Planning[M any](ctx context.Context, req resource.ModifyPlanRequest, diags *diag.Diagnostics) (state, plan M, creates, destroys bool) {
	creates, destroys = req.State.Raw.IsNull(), req.Plan.Raw.IsNull()
	if !creates {
		diags.Append(req.State.Get(ctx, &state)...)
	}
	if !destroys {
		diags.Append(req.Plan.Get(ctx, &plan)...)
	}
	return state, plan, creates, destroys
}
