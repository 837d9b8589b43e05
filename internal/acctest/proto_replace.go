package acctest

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Replacement is how a thing is replaced. The zero value is what terraform apply -replace does.
type Replacement struct {
	Tainted     bool // by an error of its creation: Terraform plans it as if it were new
	CreateFirst bool // create_before_destroy
}

// Replace replaces a thing, also one that its plan would keep.
func (p *Proto) Replace(typeName string, prior Result, config Values, how Replacement) Result {
	p.T.Helper()
	over := prior
	if how.Tainted {
		over = Result{}
	}
	planned := p.Plan(typeName, over, config)
	if len(ErrorsOf(planned.Diagnostics)) > 0 {
		return Result{State: prior.State, Diags: planned.Diagnostics}
	}
	return p.replace(context.Background(), typeName, prior, config, planned, how)
}

// replaces reports whether a plan replaces: it asks for that because of an attribute, which it changes.
func (p *Proto) replaces(typeName string, prior Result, planned *tfprotov6.PlanResourceChangeResponse) bool {
	p.T.Helper()
	if prior.State == nil {
		return false
	}
	kind := p.Schema.ResourceSchemas[typeName].ValueType()
	before := p.Value(kind, prior.State)
	after, err := planned.PlannedState.Unmarshal(kind)
	Must(p.T, err)
	differ, err := before.Diff(after)
	Must(p.T, err)
	return slices.ContainsFunc(planned.RequiresReplace, func(attribute *tftypes.AttributePath) bool {
		return slices.ContainsFunc(differ, func(d tftypes.ValueDiff) bool { return d.Path.Equal(attribute) })
	})
}

// replace does what Terraform does once a plan over the old thing replaces it. It plans from nothing, with the private state
// of the first plan, and destroys with that of the second. Before it creates it plans from nothing again, without private
// state. Of a tainted thing, the first plan is from nothing already. TestCLIAsksAsProtoDoes compares this with the program.
func (p *Proto) replace(ctx context.Context, typeName string, prior Result, config Values,
	planned *tfprotov6.PlanResourceChangeResponse, how Replacement) Result {
	p.T.Helper()
	if !how.Tainted {
		planned = p.planAnew(typeName, planned, config)
	}
	if len(ErrorsOf(planned.Diagnostics)) > 0 {
		return Result{State: prior.State, Diags: planned.Diagnostics}
	}
	if how.CreateFirst {
		made := p.applyNow(ctx, typeName, Result{}, config)
		if len(made.Errors()) == 0 {
			made.Diags = append(made.Diags, p.applyNow(ctx, typeName, prior, nil).Diags...)
		}
		return made
	}
	nothing := p.Encode(p.Schema.ResourceSchemas[typeName].ValueType(), nil)
	gone := p.ApplyPlan(ctx, typeName, prior, nil,
		&tfprotov6.PlanResourceChangeResponse{PlannedState: nothing, PlannedPrivate: planned.PlannedPrivate})
	if gone.State != nil {
		return gone
	}
	made := p.applyNow(ctx, typeName, Result{}, config)
	made.Diags = slices.Concat(gone.Diags, made.Diags)
	return made
}

// planAnew plans from nothing what a plan replaces. Terraform shows the warnings of the first plan alone.
func (p *Proto) planAnew(typeName string, first *tfprotov6.PlanResourceChangeResponse, config Values) *tfprotov6.PlanResourceChangeResponse {
	p.T.Helper()
	over := Result{Private: first.PlannedPrivate, Identity: p.decodeIdentity(typeName, first.PlannedIdentity)}
	anew, err := p.Server.PlanResourceChange(context.Background(), p.PlanRequest(typeName, over, config))
	Must(p.T, err)
	if len(ErrorsOf(anew.Diagnostics)) == 0 {
		anew.Diagnostics = nil
	}
	p.Saw(anew.Diagnostics)
	return anew
}

// applyNow plans in the midst of an apply, and applies that plan.
func (p *Proto) applyNow(ctx context.Context, typeName string, prior Result, config Values) Result {
	p.T.Helper()
	planned := p.Plan(typeName, prior, config)
	if len(ErrorsOf(planned.Diagnostics)) > 0 {
		return Result{State: prior.State, Diags: planned.Diagnostics}
	}
	return p.ApplyPlan(ctx, typeName, prior, config, planned)
}
