package acctest

import (
	"context"
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
	p.T.Helper()
	p.Configure(p.block)
	return p.DataAgain(typeName, config)
}

// DataAgain is Data in the midst of a run.
func (p *Proto) DataAgain(typeName string, config Values) Result {
	p.T.Helper()
	kind := p.Schema.DataSourceSchemas[typeName].ValueType()
	resp, err := p.Server.ReadDataSource(context.Background(),
		&tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: p.Encode(kind, config)})
	Must(p.T, err)
	return Result{State: p.Decode(kind, resp.State), Diags: p.Saw(resp.Diagnostics)}
}

// Open opens an ephemeral resource, which must not ask to be renewed; its result is in State.
func (p *Proto) Open(typeName string, config Values) Result {
	p.T.Helper()
	kind := p.Schema.EphemeralResourceSchemas[typeName].ValueType()
	resp, err := p.Server.OpenEphemeralResource(context.Background(),
		&tfprotov6.OpenEphemeralResourceRequest{TypeName: typeName, Config: p.Encode(kind, config)})
	Must(p.T, err)
	if !resp.RenewAt.IsZero() {
		p.T.Errorf("it is to be renewed at %s", resp.RenewAt)
	}
	return Result{State: p.Decode(kind, resp.Result), Private: resp.Private, Diags: p.Saw(resp.Diagnostics)}
}

// ValidateProvider checks a provider block as terraform validate does, and gives the errors.
func (p *Proto) ValidateProvider(block Values) []string {
	p.T.Helper()
	resp, err := p.Server.ValidateProviderConfig(context.Background(), &tfprotov6.ValidateProviderConfigRequest{
		Config: p.Encode(p.Schema.Provider.ValueType(), block)})
	Must(p.T, err)
	return ErrorsOf(p.Saw(resp.Diagnostics))
}

// ValidateResource is ValidateProvider for a resource.
func (p *Proto) ValidateResource(typeName string, config Values) []string {
	p.T.Helper()
	resp, err := p.Server.ValidateResourceConfig(context.Background(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.ResourceSchemas[typeName].ValueType(), config)})
	Must(p.T, err)
	return ErrorsOf(p.Saw(resp.Diagnostics))
}

// ValidateData is ValidateProvider for a data source.
func (p *Proto) ValidateData(typeName string, config Values) []string {
	p.T.Helper()
	resp, err := p.Server.ValidateDataResourceConfig(context.Background(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.DataSourceSchemas[typeName].ValueType(), config)})
	Must(p.T, err)
	return ErrorsOf(p.Saw(resp.Diagnostics))
}

// ValidateEphemeral is ValidateProvider for an ephemeral resource.
func (p *Proto) ValidateEphemeral(typeName string, config Values) []string {
	p.T.Helper()
	resp, err := p.Server.ValidateEphemeralResourceConfig(context.Background(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: typeName, Config: p.Encode(p.Schema.EphemeralResourceSchemas[typeName].ValueType(), config)})
	Must(p.T, err)
	return ErrorsOf(p.Saw(resp.Diagnostics))
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
	kind := p.Schema.ResourceSchemas[typeName].ValueType()
	planned := p.Plan(typeName, prior, config.With(Values{attribute: unknown}))
	if len(ErrorsOf(planned.Diagnostics))+len(planned.RequiresReplace) > 0 {
		p.T.Fatalf("planned with %s unknown: %v, replaced by %v", attribute, ErrorsOf(planned.Diagnostics), planned.RequiresReplace)
	}
	known := p.Decode(kind, planned.PlannedState).With(Values{attribute: config[attribute]})
	planned.PlannedState = p.Encode(kind, known)
	return p.ApplyPlan(p.T.Context(), typeName, prior, config, planned)
}
