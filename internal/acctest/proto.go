package acctest

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Proto drives the provider as Terraform does, call by call, for what the
// Terraform on the machine does not show: warnings, identity, private state.
type Proto struct {
	T      testing.TB
	Server tfprotov6.ProviderServer
	Schema *tfprotov6.GetProviderSchemaResponse

	block      Values // the provider block
	identities map[string]*tfprotov6.ResourceIdentitySchema
}

// Values are attributes by name; those left out are null. A nil map is a null object.
type Values map[string]any

// With is a copy of v in which some values differ.
func (v Values) With(changes Values) Values {
	out := Values{}
	maps.Copy(out, v)
	maps.Copy(out, changes)
	return out
}

// Proto starts a provider configured for this test server; extra attributes of the
// provider block may be given.
func (w *Server) Proto(extra Values) *Proto {
	w.T.Helper()
	block := Values{"base_url": w.BaseURL, "credential": "secret-credential", "max_retries": 0}
	maps.Copy(block, extra)
	p := NewProto(w.T)
	NoErrors(w.T, "configured", Result{Diags: p.Configure(block)})
	return p
}

// NewProto is a provider that is not configured yet.
func NewProto(t *testing.T) *Proto {
	t.Helper()
	return ProtoOf(t, Hasty(os.Getenv))
}

// ProtoOf drives a server that offers Areas.
func ProtoOf(t testing.TB, server tfprotov6.ProviderServer) *Proto {
	t.Helper()
	p := *offered()
	p.T, p.Server = t, server
	return &p
}

// offered has the schemas of the provider, which all tests of a package share. They give the types of values, in which no
// attribute of an object is optional.
var offered = sync.OnceValue(func() *Proto {
	server, ctx := Hasty(os.Getenv), context.Background() // which never gives an error
	schema, _ := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if wrong := schema.Diagnostics; len(wrong) > 0 {
		panic(wrong[0].Detail)
	}
	for _, resource := range schema.ResourceSchemas {
		for _, attribute := range resource.Block.Attributes {
			elements, _ := attribute.Type.(tftypes.Map)
			if object, ok := elements.ElementType.(tftypes.Object); ok {
				attribute.Type = tftypes.Map{ElementType: tftypes.Object{AttributeTypes: object.AttributeTypes}}
			}
		}
	}
	identities, _ := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	return &Proto{Schema: schema, identities: identities.IdentitySchemas}
})

// resource is the type of a resource's values.
func (p *Proto) resource(typeName string) tftypes.Type {
	return p.Schema.ResourceSchemas[typeName].ValueType()
}

// ask sends the server a request.
func ask[Request, Response any](p *Proto, call func(context.Context, Request) (Response, error), request Request) Response {
	p.T.Helper()
	response, err := call(context.Background(), request)
	Must(p.T, err)
	return response
}

// serverOf is the server of the provider as one that offers more than every provider has to.
func serverOf[S any](p *Proto) S {
	p.T.Helper()
	server, ok := p.Server.(S)
	if !ok {
		p.T.Fatal("the server does not offer this")
	}
	return server
}

// Configure configures the provider, and gives all diagnostics.
func (p *Proto) Configure(block Values) []*tfprotov6.Diagnostic {
	p.block = block
	return p.Saw(ask(p, p.Server.ConfigureProvider, &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.11.4", Config: p.Encode(p.Schema.Provider.ValueType(), block),
	}).Diagnostics)
}

// Stop tells the provider to stop, as Terraform does when it is interrupted.
func (p *Proto) Stop() { ask(p, p.Server.StopProvider, &tfprotov6.StopProviderRequest{}) }

// Configured is Configure, which must give neither errors nor warnings.
func (p *Proto) Configured(block Values) *Proto {
	p.T.Helper()
	NoMessages(p.T, "configured", Result{Diags: p.Configure(block)})
	return p
}

// Result is what a call on a resource gave.
type Result struct {
	State    Values // nil when the resource is gone
	Identity Values
	Private  []byte
	Diags    []*tfprotov6.Diagnostic
	Planned  []*tfprotov6.Diagnostic // what the plan of an apply said
	Lines    []string                // that an action showed
}

// Later is a result as it is once reads no longer lag behind what made it.
func (r Result) Later(t testing.TB) Result {
	t.Helper()
	return r.withPrivate(t, func(private map[string][]byte) { delete(private, framework.WrittenKey) })
}

// JustWritten is a result as it is right after its write, however long that took: Later is the reverse.
func (r Result) JustWritten(t testing.TB) Result {
	t.Helper()
	when, err := json.Marshal(time.Now().Add(10 * hastySettle)) // ahead, which leaves a read more time
	Must(t, err)
	return r.withPrivate(t, func(private map[string][]byte) {
		if private[framework.WrittenKey] == nil {
			t.Error("that it was written is not noted")
		}
		private[framework.WrittenKey] = when
	})
}

// withPrivate is a result with another private state, which is in the framework's own form.
func (r Result) withPrivate(t testing.TB, change func(map[string][]byte)) Result {
	t.Helper()
	if len(r.Private) == 0 {
		return r
	}
	var private map[string][]byte
	Must(t, json.Unmarshal(r.Private, &private))
	change(private)
	text, err := json.Marshal(private)
	Must(t, err)
	r.Private = text
	return r
}

// Errors gives the texts of the errors.
func (r Result) Errors() []string { return ErrorsOf(r.Diags) }

// Warnings gives the texts of the warnings.
func (r Result) Warnings() []string { return TextsOf(r.Diags, tfprotov6.DiagnosticSeverityWarning) }

// PlanWarnings gives the texts of the warnings of an apply's plan.
func (r Result) PlanWarnings() []string { return Result{Diags: r.Planned}.Warnings() }

// ErrorsOf gives the texts of the errors among diagnostics.
func ErrorsOf(diags []*tfprotov6.Diagnostic) []string {
	return TextsOf(diags, tfprotov6.DiagnosticSeverityError)
}

// TextsOf gives the diagnostics of one severity: attribute and summary on the first line, then the detail.
func TextsOf(diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity) []string {
	var out []string
	for _, d := range diags {
		if d.Severity == severity {
			out = append(out, headOf(d)+"\n"+d.Detail)
		}
	}
	return out
}

// Apply plans config over prior and applies the plan, which may replace. A nil config destroys.
func (p *Proto) Apply(typeName string, prior Result, config Values) Result {
	return p.ApplyWithin(context.Background(), typeName, prior, config)
}

// ApplyWithin is Apply under a context of its own, which Terraform ends when it is interrupted.
func (p *Proto) ApplyWithin(ctx context.Context, typeName string, prior Result, config Values) Result {
	return p.apply(ctx, typeName, prior, config, Replacement{})
}

func (p *Proto) apply(ctx context.Context, typeName string, prior Result, config Values, how Replacement) Result {
	planned, replaces := p.PlanChange(typeName, prior, config, how)
	switch {
	case len(ErrorsOf(planned.Diagnostics)) > 0:
		return Result{State: prior.State, Diags: planned.Diagnostics}
	case replaces:
		return p.ReplacePlanned(typeName, prior, config, planned, how, func(Result) bool { return true })
	}
	applied := p.ApplyPlan(ctx, typeName, prior, config, planned)
	applied.Planned = planned.Diagnostics
	return applied
}

// ApplyPlan applies a plan of config over prior.
func (p *Proto) ApplyPlan(ctx context.Context, typeName string, prior Result, config Values,
	plan *tfprotov6.PlanResourceChangeResponse) Result {
	kind := p.resource(typeName)
	r, err := p.Server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: p.Encode(kind, prior.State), PlannedState: plan.PlannedState,
		Config: p.Encode(kind, config), PlannedPrivate: plan.PlannedPrivate, PlannedIdentity: plan.PlannedIdentity,
	})
	Must(p.T, err)
	return p.result(typeName, r.NewState, r.NewIdentity, r.Private, r.Diagnostics)
}

// Plan plans config over prior, as Terraform does.
func (p *Proto) Plan(typeName string, prior Result, config Values) *tfprotov6.PlanResourceChangeResponse {
	planned := ask(p, p.Server.PlanResourceChange, p.PlanRequest(typeName, prior, config))
	p.Saw(planned.Diagnostics)
	return planned
}

// PlanRequest asks for a plan of config over prior.
func (p *Proto) PlanRequest(typeName string, prior Result, config Values) *tfprotov6.PlanResourceChangeRequest {
	kind := p.resource(typeName)
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: p.Encode(kind, prior.State),
		ProposedNewState: p.Encode(kind, p.Propose(typeName, prior.State, config)),
		Config:           p.Encode(kind, config), PriorPrivate: prior.Private, PriorIdentity: p.encodeIdentity(typeName, prior.Identity),
	}
}

// Propose is Terraform's merge of state and configuration: computed attributes
// that are not configured keep their state, also those of a nested object.
func (p *Proto) Propose(typeName string, state, config Values) Values {
	if config == nil {
		return nil
	}
	return p.propose(p.Schema.ResourceSchemas[typeName].Block.Attributes, state, config)
}

func (p *Proto) propose(attributes []*tfprotov6.SchemaAttribute, state, config Values) Values {
	out := maps.Clone(config)
	for _, attribute := range attributes {
		nested := attribute.NestedType
		if nested != nil && (nested.Nesting != tfprotov6.SchemaObjectNestingModeSingle || attribute.Computed) {
			p.T.Fatalf("%s: Terraform merges collections of nested objects, and computed ones, in ways that this does not", attribute.Name)
		}
		before, configured := state[attribute.Name], config[attribute.Name]
		if object, known := configured.(Values); known && nested != nil {
			was, _ := before.(Values)
			out[attribute.Name] = p.propose(nested.Attributes, was, object)
		} else if configured == nil && attribute.Computed {
			out[attribute.Name] = before
		}
	}
	return out
}

// Read refreshes a resource.
func (p *Proto) Read(typeName string, prior Result) Result {
	r := ask(p, p.Server.ReadResource, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: p.Encode(p.resource(typeName), prior.State), Private: prior.Private,
		CurrentIdentity: p.encodeIdentity(typeName, prior.Identity),
	})
	return p.result(typeName, r.NewState, r.NewIdentity, r.Private, r.Diagnostics)
}

// result is what a call on a resource gave, noted for the golden file: also why entries of a fleet are pending.
func (p *Proto) result(typeName string, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData, private []byte,
	diags []*tfprotov6.Diagnostic) Result {
	out := Result{State: p.Decode(p.resource(typeName), state), Identity: p.decodeIdentity(typeName, identity),
		Private: private, Diags: p.Saw(diags)}
	pending, _ := out.State["pendientes"].(Values)
	for _, why := range pending {
		if why, known := why.(string); known {
			p.saw("pending", why)
		}
	}
	return out
}

// ImportID imports by identifier, without the read that follows.
func (p *Proto) ImportID(typeName, id string) Result {
	return p.importState(&tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
}

// ImportIdentity imports by identity, without the read that follows.
func (p *Proto) ImportIdentity(typeName string, identity Values) Result {
	return p.importState(&tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: p.encodeIdentity(typeName, identity)})
}

func (p *Proto) importState(request *tfprotov6.ImportResourceStateRequest) Result {
	resp := ask(p, p.Server.ImportResourceState, request)
	if len(resp.ImportedResources) != 1 {
		return Result{Diags: p.Saw(resp.Diagnostics)}
	}
	imported := resp.ImportedResources[0]
	return p.result(request.TypeName, imported.State, imported.Identity, imported.Private, resp.Diagnostics)
}

func (p *Proto) encodeIdentity(typeName string, identity Values) *tfprotov6.ResourceIdentityData {
	if identity == nil {
		return nil
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: p.Encode(p.identities[typeName].ValueType(), identity)}
}

func (p *Proto) decodeIdentity(typeName string, data *tfprotov6.ResourceIdentityData) Values {
	if data == nil {
		return nil
	}
	return p.Decode(p.identities[typeName].ValueType(), data.IdentityData)
}
