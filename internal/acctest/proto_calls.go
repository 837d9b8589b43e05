package acctest

import (
	"context"
	"iter"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// NewProtoWithEnv is NewProto of a provider that sees only these environment variables.
func NewProtoWithEnv(t *testing.T, env map[string]string) *Proto {
	t.Helper()
	return ProtoOf(t, Serve(GetenvOf(env), parking.Config{}))
}

// PlanWarnings plans config over prior and gives the warnings. A nil config destroys.
func (p *Proto) PlanWarnings(typeName string, prior Result, config Values) []string {
	p.T.Helper()
	planned := Result{Diags: p.Plan(typeName, prior, config).Diagnostics}
	NoErrors(p.T, "planned", planned)
	return planned.Warnings()
}

// Data reads a data source as the first thing of a run, which remembers nothing of earlier ones.
func (p *Proto) Data(typeName string, config Values) Result {
	p.Configure(p.block)
	return p.DataAgain(typeName, config)
}

// DataAgain is Data in the midst of a run.
func (p *Proto) DataAgain(typeName string, config Values) Result {
	kind := p.Schema.DataSourceSchemas[typeName].ValueType()
	resp := ask(p, p.Server.ReadDataSource, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: p.Encode(kind, config)})
	return Result{State: p.Decode(kind, resp.State), Diags: p.Saw(resp.Diagnostics)}
}

// Open opens an ephemeral resource, which must not ask to be renewed; its result is in State.
func (p *Proto) Open(typeName string, config Values) Result {
	p.T.Helper()
	kind := p.Schema.EphemeralResourceSchemas[typeName].ValueType()
	resp := ask(p, p.Server.OpenEphemeralResource,
		&tfprotov6.OpenEphemeralResourceRequest{TypeName: typeName, Config: p.Encode(kind, config)})
	if !resp.RenewAt.IsZero() {
		p.T.Errorf("it is to be renewed at %s", resp.RenewAt)
	}
	return Result{State: p.Decode(kind, resp.Result), Private: resp.Private, Diags: p.Saw(resp.Diagnostics)}
}

// What follows checks a configuration as terraform validate does, and gives the errors.

func (p *Proto) ValidateProvider(block Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateProviderConfig, &tfprotov6.ValidateProviderConfigRequest{
		Config: p.Encode(p.Schema.Provider.ValueType(), block)}).Diagnostics))
}

func (p *Proto) ValidateResource(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.resource(typeName), config)}).Diagnostics))
}

func (p *Proto) ValidateData(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.DataSourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

func (p *Proto) ValidateEphemeral(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateEphemeralResourceConfig, &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.EphemeralResourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

func (p *Proto) ValidateAction(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, serverOf[tfprotov6.ActionServer](p).ValidateActionConfig, &tfprotov6.ValidateActionConfigRequest{
		ActionType: typeName, Config: p.actionConfig(typeName, config)}).Diagnostics))
}

func (p *Proto) ValidateList(typeName string, config Values) []string {
	server := serverOf[tfprotov6.ListResourceServer](p)
	return ErrorsOf(p.Saw(ask(p, server.ValidateListResourceConfig, &tfprotov6.ValidateListResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.ListResourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

// LookUp reads a data source that must give neither error nor warning.
func (p *Proto) LookUp(typeName string, config Values) Values {
	p.T.Helper()
	read := p.Data(typeName, config)
	NoMessages(p.T, typeName, read)
	return read.State
}

// Values of an attribute that are not known yet.
var (
	UnknownText   = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	UnknownNumber = tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
)

// ApplyLate plans config with one attribute unknown, and applies that plan with its value.
func (p *Proto) ApplyLate(typeName string, prior Result, attribute string, unknown tftypes.Value, config Values) Result {
	p.T.Helper()
	planned := p.Plan(typeName, prior, config.With(Values{attribute: unknown}))
	if len(ErrorsOf(planned.Diagnostics))+len(planned.RequiresReplace) > 0 {
		p.T.Fatalf("planned with %s unknown: %v, replaced by %v", attribute, ErrorsOf(planned.Diagnostics), planned.RequiresReplace)
	}
	known := p.Decode(p.resource(typeName), planned.PlannedState).With(Values{attribute: config[attribute]})
	planned.PlannedState = p.Encode(p.resource(typeName), known)
	return p.ApplyPlan(p.T.Context(), typeName, prior, config, planned)
}

func (p *Proto) actionConfig(typeName string, config Values) *tfprotov6.DynamicValue {
	return p.Encode(p.Schema.ActionSchemas[typeName].Schema.ValueType(), config)
}

// PlanAction plans an invocation, and gives the errors.
func (p *Proto) PlanAction(typeName string, config Values) []string {
	return p.PlannedAction(typeName, config).Errors()
}

// PlannedAction plans an invocation.
func (p *Proto) PlannedAction(typeName string, config Values) Result {
	return Result{Diags: p.Saw(ask(p, serverOf[tfprotov6.ActionServer](p).PlanAction,
		&tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)}).Diagnostics)}
}

// Invoke plans an action and invokes it, as Terraform does.
func (p *Proto) Invoke(typeName string, config Values) (out Result) {
	if failed := p.PlanAction(typeName, config); len(failed) > 0 {
		p.T.Fatal(failed)
	}
	return p.InvokePlanned(typeName, config)
}

// InvokePlanned invokes an action that was planned.
func (p *Proto) InvokePlanned(typeName string, config Values) (out Result) {
	stream := ask(p, serverOf[tfprotov6.ActionServer](p).InvokeAction,
		&tfprotov6.InvokeActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			out.Lines = append(out.Lines, event.Message)
			p.saw("progress", event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			out.Diags = p.Saw(event.Diagnostics)
		}
	}
	return out
}

// Listed is one result of a list block; Resource is nil unless the query includes it.
type Listed struct {
	Name               string
	Identity, Resource Values
	Diags              []*tfprotov6.Diagnostic
}

// Query is a list block as Terraform sends it.
type Query struct {
	TypeName string
	Config   Values
	Limit    int64
	Include  bool
}

// List gives the results of a list block as they come.
func (p *Proto) List(ctx context.Context, q Query) iter.Seq[Listed] {
	stream, err := serverOf[tfprotov6.ListResourceServer](p).ListResource(ctx,
		&tfprotov6.ListResourceRequest{TypeName: q.TypeName, Limit: q.Limit, IncludeResource: q.Include,
			Config: p.Encode(p.Schema.ListResourceSchemas[q.TypeName].ValueType(), q.Config)})
	Must(p.T, err)
	return func(yield func(Listed) bool) {
		for r := range stream.Results {
			if !yield(Listed{r.DisplayName, p.decodeIdentity(q.TypeName, r.Identity),
				p.Decode(p.resource(q.TypeName), r.Resource), p.Saw(r.Diagnostics)}) {
				return
			}
		}
	}
}

// ListAll gives all results of a list block, and apart from them the diagnostics of
// all, since some come with a result.
func (p *Proto) ListAll(q Query) (found []Listed, diags []*tfprotov6.Diagnostic) {
	for r := range p.List(p.T.Context(), q) {
		diags = append(diags, r.Diags...)
		if r.Identity != nil {
			r.Diags = nil
			found = append(found, r)
		}
	}
	return found, diags
}

// ImportsAsListed fails the test unless the configuration that Terraform writes for a
// result is valid, and its import and the plan after it give the listed state and
// change nothing.
func (p *Proto) ImportsAsListed(t *testing.T, typeName string, r Listed) {
	t.Helper()
	kind := p.resource(typeName)
	written := ask(p, p.Server.GenerateResourceConfig,
		&tfprotov6.GenerateResourceConfigRequest{TypeName: typeName, State: p.Encode(kind, r.Resource)})
	NoMessages(t, "the configuration", Result{Diags: written.Diagnostics})
	config := p.Decode(kind, written.Config)
	maps.DeleteFunc(config, func(_ string, value any) bool { return value == nil }) // as Terraform leaves out what is null
	if refused := p.ValidateResource(typeName, config); len(refused) > 0 {
		t.Errorf("%s: the written configuration %v is not valid: %q", r.Name, config, refused)
	}
	read := p.Read(typeName, p.ImportIdentity(typeName, r.Identity))
	NoErrors(t, r.Name+" read", read)
	planned := p.Plan(typeName, read, config)
	NoErrors(t, r.Name+" planned", Result{Diags: planned.Diagnostics})
	ExpectSame(t, r.Name+" imported", read.State, r.Resource)
	ExpectSame(t, r.Name+" planned", p.Decode(kind, planned.PlannedState), read.State)
	ExpectSame(t, r.Name+" identity", read.Identity, r.Identity)
}
