package provider

import (
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// proto drives the provider as Terraform does, call by call, for what the
// Terraform on the machine does not show: warnings, identity, private state.
type proto struct {
	t      testing.TB
	server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
}

// values are attributes by name; those left out are null. A nil map is a null object.
type values map[string]any

// proto starts a provider configured for this world; extra attributes of the
// provider block may be given.
func (w *world) proto(extra values) *proto {
	w.t.Helper()
	block := values{"base_url": w.baseURL, "credential": "secret-credential", "max_retries": 0}
	for name, value := range extra {
		block[name] = value
	}
	p := newProto(w.t)
	if diags := p.configure(block); len(errorsOf(diags)) > 0 {
		w.t.Fatalf("configuring: %v", errorsOf(diags))
	}
	return p
}

func newProto(t *testing.T) *proto {
	t.Helper()
	server := NewServer(hasty(os.Getenv))
	schema, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schema.Diagnostics) > 0 {
		t.Fatal(err, schema.Diagnostics)
	}
	return &proto{t: t, server: server, schema: schema}
}

func (p *proto) configure(block values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	resp, err := p.server.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.11.4", Config: p.encode(p.schema.Provider.ValueType(), block),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.Diagnostics
}

// result is what a call on a resource gave.
type result struct {
	state    values // nil when the resource is gone
	identity values
	private  []byte
	diags    []*tfprotov6.Diagnostic
}

func (r result) errors() []string   { return errorsOf(r.diags) }
func (r result) warnings() []string { return textsOf(r.diags, tfprotov6.DiagnosticSeverityWarning) }

func errorsOf(diags []*tfprotov6.Diagnostic) []string {
	return textsOf(diags, tfprotov6.DiagnosticSeverityError)
}

func textsOf(diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity) []string {
	var out []string
	for _, d := range diags {
		if d.Severity == severity {
			text := d.Summary + ": " + d.Detail
			if d.Attribute != nil {
				text = d.Attribute.String() + ": " + text
			}
			out = append(out, text)
		}
	}
	return out
}

// expect fails the test unless there is one text and it holds every part.
func expect(t *testing.T, what string, texts []string, parts ...string) {
	t.Helper()
	if len(texts) != 1 {
		t.Fatalf("%s: %d of them, wanted one: %q", what, len(texts), texts)
	}
	for _, part := range parts {
		if !strings.Contains(texts[0], part) {
			t.Errorf("%s: %q does not say %q", what, texts[0], part)
		}
	}
}

// apply plans config over prior and applies the plan. A nil config destroys.
func (p *proto) apply(typeName string, prior result, config values) result {
	p.t.Helper()
	return p.applyWithin(context.Background(), typeName, prior, config)
}

// applyWithin is apply under a context of its own, which Terraform ends when it
// is interrupted.
func (p *proto) applyWithin(ctx context.Context, typeName string, prior result, config values) result {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	planned := p.plan(typeName, prior, config)
	if len(errorsOf(planned.Diagnostics)) > 0 {
		return result{state: prior.state, diags: planned.Diagnostics}
	}
	applied, err := p.server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.encode(kind, prior.state), PlannedState: planned.PlannedState,
		Config: p.encode(kind, config), PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return result{state: p.decode(kind, applied.NewState), identity: p.decodeIdentity(typeName, applied.NewIdentity), private: applied.Private, diags: applied.Diagnostics}
}

// replaced destroys what the same apply creates again; Terraform plans only that as a whole.
func (p *proto) replaced(typeName string, prior result) result {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	applied, err := p.server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.encode(kind, prior.state), PlannedState: p.encode(kind, nil), Config: p.encode(kind, nil)})
	if err != nil {
		p.t.Fatal(err)
	}
	return result{state: p.decode(kind, applied.NewState), identity: p.decodeIdentity(typeName, applied.NewIdentity), private: applied.Private, diags: applied.Diagnostics}
}

// plan plans config over prior, as the first thing of a run.
func (p *proto) plan(typeName string, prior result, config values) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	if s, ok := p.server.(interface{ BeginRun() }); ok {
		s.BeginRun()
	}
	return p.planAgain(typeName, prior, config)
}

// planAgain is plan in the midst of an apply.
func (p *proto) planAgain(typeName string, prior result, config values) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	planned, err := p.server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: p.encode(kind, prior.state), ProposedNewState: p.encode(kind, p.propose(typeName, prior.state, config)),
		Config: p.encode(kind, config), PriorPrivate: prior.private, PriorIdentity: p.encodeIdentity(typeName, prior.identity),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return planned
}

// propose is Terraform's merge of state and configuration: computed attributes
// that are not configured keep their state.
func (p *proto) propose(typeName string, state, config values) values {
	if config == nil {
		return nil
	}
	out := values{}
	for name, value := range config {
		out[name] = value
	}
	for _, attribute := range p.schema.ResourceSchemas[typeName].Block.Attributes {
		if _, configured := config[attribute.Name]; attribute.Computed && !configured {
			out[attribute.Name] = state[attribute.Name]
		}
	}
	return out
}

// read refreshes a resource.
func (p *proto) read(typeName string, prior result) result {
	p.t.Helper()
	kind := p.schema.ResourceSchemas[typeName].ValueType()
	resp, err := p.server.ReadResource(context.Background(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: p.encode(kind, prior.state), Private: prior.private,
		CurrentIdentity: p.encodeIdentity(typeName, prior.identity),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return result{state: p.decode(kind, resp.NewState), identity: p.decodeIdentity(typeName, resp.NewIdentity), private: resp.Private, diags: resp.Diagnostics}
}

// importID imports by identifier; importIdentity by identity. Neither reads.
func (p *proto) importID(typeName, id string) result {
	p.t.Helper()
	return p.importState(&tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
}

func (p *proto) importIdentity(typeName string, identity values) result {
	p.t.Helper()
	return p.importState(&tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: p.encodeIdentity(typeName, identity)})
}

func (p *proto) importState(request *tfprotov6.ImportResourceStateRequest) result {
	p.t.Helper()
	resp, err := p.server.ImportResourceState(context.Background(), request)
	if err != nil {
		p.t.Fatal(err)
	}
	out := result{diags: resp.Diagnostics}
	if len(resp.ImportedResources) == 1 {
		imported := resp.ImportedResources[0]
		out.state = p.decode(p.schema.ResourceSchemas[request.TypeName].ValueType(), imported.State)
		out.identity = p.decodeIdentity(request.TypeName, imported.Identity)
		out.private = imported.Private
	}
	return out
}

func (p *proto) identityType(typeName string) tftypes.Type {
	p.t.Helper()
	schemas, err := p.server.GetResourceIdentitySchemas(context.Background(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	return schemas.IdentitySchemas[typeName].ValueType()
}

func (p *proto) encodeIdentity(typeName string, identity values) *tfprotov6.ResourceIdentityData {
	p.t.Helper()
	if identity == nil {
		return nil
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: p.encode(p.identityType(typeName), identity)}
}

func (p *proto) decodeIdentity(typeName string, data *tfprotov6.ResourceIdentityData) values {
	p.t.Helper()
	if data == nil {
		return nil
	}
	return p.decode(p.identityType(typeName), data.IdentityData)
}

func (p *proto) encode(kind tftypes.Type, v values) *tfprotov6.DynamicValue {
	p.t.Helper()
	var in any
	if v != nil {
		in = map[string]any(v)
	}
	out, err := tfprotov6.NewDynamicValue(kind, p.value(kind, in))
	if err != nil {
		p.t.Fatal(err)
	}
	return &out
}

func (p *proto) value(kind tftypes.Type, in any) tftypes.Value {
	p.t.Helper()
	if kind.Is(tftypes.DynamicPseudoType) {
		return dynamicOf(in)
	}
	switch in := in.(type) {
	case nil:
		return tftypes.NewValue(kind, nil)
	case tftypes.Value:
		return in
	case int:
		return tftypes.NewValue(kind, int64(in))
	case values:
		return p.value(kind, map[string]any(in))
	case map[string]any:
		if elements, ok := kind.(tftypes.Map); ok {
			out := make(map[string]tftypes.Value, len(in))
			for key, element := range in {
				out[key] = p.value(elements.ElementType, element)
			}
			return tftypes.NewValue(kind, out)
		}
		object, ok := kind.(tftypes.Object)
		if !ok {
			p.t.Fatalf("an object for %s", kind)
		}
		attributes := make(map[string]tftypes.Value, len(object.AttributeTypes))
		for name, attribute := range object.AttributeTypes {
			attributes[name] = p.value(attribute, in[name])
		}
		for name := range in {
			if _, ok := object.AttributeTypes[name]; !ok {
				p.t.Fatalf("there is no attribute %q", name)
			}
		}
		return tftypes.NewValue(kind, attributes)
	case []any:
		tuple, ok := kind.(tftypes.Tuple)
		if !ok {
			p.t.Fatalf("a list for %s", kind)
		}
		elements := make([]tftypes.Value, len(in))
		for i, item := range in {
			elements[i] = p.value(tuple.ElementTypes[i], item)
		}
		return tftypes.NewValue(kind, elements)
	}
	return tftypes.NewValue(kind, in)
}

// dynamicOf gives a value its type by what it is.
func dynamicOf(in any) tftypes.Value {
	switch in := in.(type) {
	case tftypes.Value:
		return in
	case string:
		return tftypes.NewValue(tftypes.String, in)
	case bool:
		return tftypes.NewValue(tftypes.Bool, in)
	case int:
		return tftypes.NewValue(tftypes.Number, int64(in))
	case float64:
		return tftypes.NewValue(tftypes.Number, in)
	case []any:
		kinds, items := make([]tftypes.Type, len(in)), make([]tftypes.Value, len(in))
		for i, item := range in {
			items[i] = dynamicOf(item)
			kinds[i] = items[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: kinds}, items)
	case values:
		kinds, attributes := make(map[string]tftypes.Type, len(in)), make(map[string]tftypes.Value, len(in))
		for name, attribute := range in {
			attributes[name] = dynamicOf(attribute)
			kinds[name] = attributes[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, attributes)
	}
	return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
}

func (p *proto) decode(kind tftypes.Type, data *tfprotov6.DynamicValue) values {
	p.t.Helper()
	if data == nil {
		return nil
	}
	value, err := data.Unmarshal(kind)
	if err != nil {
		p.t.Fatal(err)
	}
	if value.IsNull() {
		return nil
	}
	object, _ := p.plain(value).(values)
	return object
}

// plain gives an object or a map as values, a whole number as int, null as nil; what is
// not known stays a tftypes.Value.
func (p *proto) plain(value tftypes.Value) any {
	p.t.Helper()
	if value.IsNull() {
		return nil
	}
	if !value.IsKnown() {
		return value
	}
	var err error
	defer func() {
		if err != nil {
			p.t.Fatal(err)
		}
	}()
	switch {
	case value.Type().Is(tftypes.String):
		var s string
		err = value.As(&s)
		return s
	case value.Type().Is(tftypes.Bool):
		var b bool
		err = value.As(&b)
		return b
	case value.Type().Is(tftypes.Number):
		var n *big.Float
		err = value.As(&n)
		if i, accuracy := n.Int64(); accuracy == big.Exact {
			return int(i)
		}
		f, _ := n.Float64()
		return f
	}
	var object map[string]tftypes.Value
	if value.As(&object) != nil {
		var list []tftypes.Value
		err = value.As(&list)
		out := make([]any, len(list))
		for i, item := range list {
			out[i] = p.plain(item)
		}
		return out
	}
	out := values{}
	for name, attribute := range object {
		out[name] = p.plain(attribute)
	}
	return out
}
