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
	planned, replaces := p.PlanChange(typeName, prior, config, how)
	if !replaces && len(ErrorsOf(planned.Diagnostics)) == 0 {
		planned = p.planAnew(typeName, planned, config)
	}
	if len(ErrorsOf(planned.Diagnostics)) > 0 {
		return Result{State: prior.State, Diags: planned.Diagnostics}
	}
	return p.ReplacePlanned(typeName, prior, config, planned, how, always)
}

// PlanChange plans config over prior as a run of Terraform does, and reports whether the plan replaces: that of a tainted thing
// does, which is from nothing, and that which changes an attribute that asks for it. Then it is planned from nothing too.
func (p *Proto) PlanChange(typeName string, prior Result, config Values, how Replacement) (*tfprotov6.PlanResourceChangeResponse, bool) {
	if how.Tainted {
		return p.Plan(typeName, Result{}, config), true
	}
	planned := p.Plan(typeName, prior, config)
	if len(ErrorsOf(planned.Diagnostics)) > 0 || !p.replaces(typeName, prior, planned) {
		return planned, false
	}
	return p.planAnew(typeName, planned, config), true
}

// replaces reports whether a plan replaces: it asks for that because of an attribute, which it changes.
func (p *Proto) replaces(typeName string, prior Result, planned *tfprotov6.PlanResourceChangeResponse) bool {
	if prior.State == nil {
		return false
	}
	kind := p.resource(typeName)
	before := p.Value(kind, prior.State)
	after, err := planned.PlannedState.Unmarshal(kind)
	Must(p.T, err)
	differ, err := before.Diff(after)
	Must(p.T, err)
	return slices.ContainsFunc(planned.RequiresReplace, func(attribute *tftypes.AttributePath) bool {
		return slices.ContainsFunc(differ, func(d tftypes.ValueDiff) bool { return d.Path.Equal(attribute) })
	})
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

// always goes on after the first step of a replacement.
func always(Result) bool { return true }

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
