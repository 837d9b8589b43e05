package provider

import (
	"context"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// newProtoWithEnv is a provider that is not configured yet and sees these
// environment variables only.
func newProtoWithEnv(t *testing.T, env map[string]string) *proto {
	t.Helper()
	p := newProto(t)
	server := NewServer(&Provider{Version: "test", Nouns: nounsUnderTest, Getenv: getenvOf(env)})
	p.server = server
	return p
}

// data reads a data source.
func (p *proto) data(typeName string, config values) result {
	p.t.Helper()
	kind := p.schema.DataSourceSchemas[typeName].ValueType()
	resp, err := p.server.ReadDataSource(context.Background(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: p.encode(kind, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return result{state: p.decode(kind, resp.State), diags: resp.Diagnostics}
}

// The three below check a configuration as terraform validate does and give the
// errors.

func (p *proto) validateProvider(block values) []string {
	p.t.Helper()
	resp, err := p.server.ValidateProviderConfig(context.Background(), &tfprotov6.ValidateProviderConfigRequest{
		Config: p.encode(p.schema.Provider.ValueType(), block)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

func (p *proto) validateResource(typeName string, config values) []string {
	p.t.Helper()
	resp, err := p.server.ValidateResourceConfig(context.Background(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: p.encode(p.schema.ResourceSchemas[typeName].ValueType(), config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

func (p *proto) validateData(typeName string, config values) []string {
	p.t.Helper()
	resp, err := p.server.ValidateDataResourceConfig(context.Background(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: typeName, Config: p.encode(p.schema.DataSourceSchemas[typeName].ValueType(), config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

// with is a copy of v in which some values differ.
func (v values) with(changes values) values {
	out := values{}
	for _, part := range []values{v, changes} {
		for name, value := range part {
			out[name] = value
		}
	}
	return out
}

// expectSame fails the test unless two states are the same.
func expectSame(t *testing.T, what string, got, want values) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: state is\n  %v\nwanted\n  %v", what, got, want)
	}
}

// lookUp reads a data source that must give neither error nor warning.
func (p *proto) lookUp(typeName string, config values) values {
	p.t.Helper()
	read := p.data(typeName, config)
	if len(read.diags) > 0 {
		p.t.Errorf("%s: %q %q", typeName, read.errors(), read.warnings())
	}
	return read.state
}

var unknownText, unknownNumber = tftypes.NewValue(tftypes.String, tftypes.UnknownValue), tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)

// applyLate plans config with one attribute unknown, and applies that plan with its value.
func (p *proto) applyLate(typeName string, prior result, attribute string, unknown tftypes.Value, config values) result {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	planned := p.plan(typeName, prior, config.with(values{attribute: unknown}))
	if len(planned.Diagnostics)+len(planned.RequiresReplace) > 0 {
		p.t.Fatalf("planned with %s unknown: %v, replaced by %v", attribute, errorsOf(planned.Diagnostics), planned.RequiresReplace)
	}
	applied, err := p.server.ApplyResourceChange(p.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.encode(kind, prior.state), PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
		PlannedState: p.encode(kind, p.decode(kind, planned.PlannedState).with(values{attribute: config[attribute]})), Config: p.encode(kind, config),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return result{state: p.decode(kind, applied.NewState), identity: p.decodeIdentity(typeName, applied.NewIdentity), private: applied.Private, diags: applied.Diagnostics}
}
