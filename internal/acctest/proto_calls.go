package acctest

import (
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

// ValidateProvider checks a provider block.
func (p *Proto) ValidateProvider(block Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateProviderConfig, &tfprotov6.ValidateProviderConfigRequest{
		Config: p.Encode(p.Schema.Provider.ValueType(), block)}).Diagnostics))
}

// ValidateResource checks a resource block.
func (p *Proto) ValidateResource(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.resource(typeName), config)}).Diagnostics))
}

// ValidateData checks a data block.
func (p *Proto) ValidateData(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.DataSourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

// ValidateEphemeral checks an ephemeral block.
func (p *Proto) ValidateEphemeral(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, p.Server.ValidateEphemeralResourceConfig, &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.EphemeralResourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

// ValidateAction checks an action block.
func (p *Proto) ValidateAction(typeName string, config Values) []string {
	return ErrorsOf(p.Saw(ask(p, serverOf[tfprotov6.ActionServer](p).ValidateActionConfig, &tfprotov6.ValidateActionConfigRequest{
		ActionType: typeName, Config: p.actionConfig(typeName, config)}).Diagnostics))
}

// ValidateList checks a list block.
func (p *Proto) ValidateList(typeName string, config Values) []string {
	server := serverOf[tfprotov6.ListResourceServer](p)
	return ErrorsOf(p.Saw(ask(p, server.ValidateListResourceConfig, &tfprotov6.ValidateListResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.ListResourceSchemas[typeName].ValueType(), config)}).Diagnostics))
}

// With is a copy of v in which some values differ.
func (v Values) With(changes Values) Values {
	out := Values{}
	maps.Copy(out, v)
	maps.Copy(out, changes)
	return out
}

// LookUp reads a data source that must give neither error nor warning.
func (p *Proto) LookUp(typeName string, config Values) Values {
	p.T.Helper()
	read := p.Data(typeName, config)
	if len(read.Diags) > 0 {
		p.T.Errorf("%s: %q %q", typeName, read.Errors(), read.Warnings())
	}
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
