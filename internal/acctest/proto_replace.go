package acctest

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Replacement is how a thing is replaced. The zero value is what terraform apply -replace does.
type Replacement struct {
	Tainted     bool // by an error of its creation: Terraform plans it as if it were new
	CreateFirst bool // create_before_destroy

	forced bool // also if its plan would keep it
}

// Replace replaces a thing, also one that its plan would keep.
func (p *Proto) Replace(typeName string, prior Result, config Values, how Replacement) Result {
	how.forced = true
	return p.apply(context.Background(), typeName, prior, config, how)
}

// PlanChange plans config over prior as a run of Terraform does, and reports whether the plan replaces: that of a tainted thing
// does, which is from nothing, and that which changes an attribute that asks for it. Then it is planned from nothing too.
func (p *Proto) PlanChange(typeName string, prior Result, config Values, how Replacement) (*tfprotov6.PlanResourceChangeResponse, bool) {
	if how.Tainted {
		return p.Plan(typeName, Result{}, config), true
	}
	planned := p.Plan(typeName, prior, config)
	replaces := how.forced || prior.State != nil && len(planned.RequiresReplace) > 0
	if len(ErrorsOf(planned.Diagnostics)) > 0 || !replaces {
		return planned, false
	}
	return p.planAnew(typeName, planned, config), true
}

// ReplacePlanned applies a plan that replaces. It destroys with the private state of the plan, and before it creates it plans from
// nothing again, without private state. between gets what the first of both steps came to, which Terraform saves, and reports
// whether the second one follows. TestCLIAsksAsProtoDoes compares this with the program.
func (p *Proto) ReplacePlanned(typeName string, prior Result, config Values, planned *tfprotov6.PlanResourceChangeResponse,
	how Replacement, between func(Result) bool) Result {
	if how.CreateFirst {
		made := p.Apply(typeName, Result{}, config)
		if len(made.Errors()) == 0 && between(made) {
			made.Diags = append(made.Diags, p.Apply(typeName, prior, nil).Diags...)
		}
		made.Planned = planned.Diagnostics
		return made
	}
	gone := p.Replaced(typeName, Result{State: prior.State, Private: planned.PlannedPrivate})
	if gone.State != nil || !between(gone) {
		return gone
	}
	made := p.Apply(typeName, Result{}, config)
	made.Diags, made.Planned = slices.Concat(gone.Diags, made.Diags), planned.Diagnostics
	return made
}

// Replaced destroys what the same apply creates again; Terraform plans only that as a whole.
func (p *Proto) Replaced(typeName string, prior Result) Result {
	return p.ApplyPlan(context.Background(), typeName, prior, nil, &tfprotov6.PlanResourceChangeResponse{
		PlannedState: p.Encode(p.resource(typeName), nil), PlannedPrivate: prior.Private})
}

// planAnew plans from nothing what a plan replaces, with its private state. Terraform shows the warnings of the first plan, and
// those of this one only beside errors.
func (p *Proto) planAnew(
	typeName string, first *tfprotov6.PlanResourceChangeResponse, config Values) *tfprotov6.PlanResourceChangeResponse {
	over := Result{Private: first.PlannedPrivate, Identity: p.decodeIdentity(typeName, first.PlannedIdentity)}
	anew := ask(p, p.Server.PlanResourceChange, p.PlanRequest(typeName, over, config))
	if len(ErrorsOf(anew.Diagnostics)) == 0 {
		anew.Diagnostics = nil
	}
	anew.Diagnostics = slices.Concat(first.Diagnostics, p.Saw(anew.Diagnostics))
	return anew
}
