package acceptance

import (
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// notConfigured is a provider whose address is not known yet, for a Terraform that defers or does not.
func notConfigured(t *testing.T, defers bool) *acctest.Proto {
	t.Helper()
	p := acctest.NewProto(t)
	resp, err := p.Server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		Config:             p.Encode(p.Schema.Provider.ValueType(), acctest.Values{"base_url": acctest.UnknownText}),
		ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{DeferralAllowed: defers},
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, acctest.ErrorsOf(resp.Diagnostics))
	}
	return p
}

// expectDeferred fails the test unless an answer is deferred because of the provider's configuration.
func expectDeferred(t *testing.T, what string, deferred *tfprotov6.Deferred, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown || len(diags) > 0 {
		t.Errorf("%s: deferred is %v, with %d messages", what, deferred, len(diags))
	}
}

// expectUnknown fails the test unless a whole object is not known yet.
func expectUnknown(t *testing.T, what string, data *tfprotov6.DynamicValue, kind tftypes.Type) {
	t.Helper()
	if value, err := data.Unmarshal(kind); err != nil || value.IsKnown() {
		t.Errorf("%s is %s, %v; wanted unknown", what, value, err)
	}
}

// A deferred plan is the plan that is made without deferral: what only the apply will tell is unknown, not null, and so is all
// that refers to it.
func TestDeferredPlans(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for _, c := range creations {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			deferring, plain := notConfigured(t, true), notConfigured(t, false)
			kind := deferring.Schema.ResourceSchemas[c.typeName].ValueType()
			plan := func(what string, prior acctest.Result, config acctest.Values) acctest.Values {
				got, want := deferring.Plan(c.typeName, prior, config), plain.Plan(c.typeName, prior, config)
				expectDeferred(t, what, got.Deferred, nil)
				planned := deferring.Decode(kind, got.PlannedState)
				acctest.ExpectSame(t, what, planned, plain.Decode(kind, want.PlannedState))
				if !reflect.DeepEqual(got.PlannedIdentity, want.PlannedIdentity) || !slices.EqualFunc(got.RequiresReplace, want.RequiresReplace, (*tftypes.AttributePath).Equal) {
					t.Errorf("%s: the identity is %v, replaced by %v; wanted %v, %v", what, got.PlannedIdentity, got.RequiresReplace, want.PlannedIdentity, want.RequiresReplace)
				}
				return planned
			}
			created := plan("created", acctest.Result{}, c.declared)
			for _, attribute := range deferring.Schema.ResourceSchemas[c.typeName].Block.Attributes {
				if attribute.Computed && created[attribute.Name] == nil {
					t.Errorf("%s is null in the plan of a creation", attribute.Name)
				}
			}
			w := acctest.ConVehiculo(t)
			if c.typeName == "parking_vehiculo" {
				w.Exec("DELETE FROM vehiculos")
			}
			p := w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
			held := p.Apply(c.typeName, acctest.Result{}, c.declared)
			acctest.NoErrors(t, "held", held)
			plan("unchanged", held, c.declared)
			plan("destroyed", held, nil)
			if change, ok := changes[c.typeName]; ok {
				plan("changed", held, c.declared.With(change))
			}
		})
	}
}

// changes are of attributes that can be updated.
var changes = map[string]acctest.Values{
	"parking_placa":   {"tipo_vehiculo_id": 1},
	"parking_cliente": {"nombre": "Otro"},
	"parking_reserva": {"minutos": 60},
	"parking_flota":   {"vehiculos": acctest.Values{"ZZR0033": acctest.Car("Uno"), "ZZR0034": acctest.Car("Dos")}},
}

// What reads is deferred too. Nothing of it is null, and a state stays as it is.
func TestDeferredReads(t *testing.T) {
	t.Parallel()
	p := notConfigured(t, true)
	for typeName, schema := range p.Schema.DataSourceSchemas {
		read, err := p.Server.ReadDataSource(t.Context(),
			&tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: p.Encode(schema.ValueType(), acctest.Values{})})
		acctest.Must(t, err)
		expectDeferred(t, typeName, read.Deferred, read.Diagnostics)
		expectUnknown(t, typeName, read.State, schema.ValueType())
	}
	for typeName, schema := range p.Schema.EphemeralResourceSchemas {
		opened, err := p.Server.OpenEphemeralResource(t.Context(),
			&tfprotov6.OpenEphemeralResourceRequest{TypeName: typeName, Config: p.Encode(schema.ValueType(), acctest.Values{})})
		acctest.Must(t, err)
		expectDeferred(t, typeName, opened.Deferred, opened.Diagnostics)
		expectUnknown(t, typeName, opened.Result, schema.ValueType())
	}
	for typeName, schema := range p.Schema.ResourceSchemas {
		imported, err := p.Server.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: "1"})
		acctest.Must(t, err)
		expectDeferred(t, typeName, imported.Deferred, imported.Diagnostics)
		for _, one := range imported.ImportedResources {
			expectUnknown(t, typeName, one.State, schema.ValueType())
		}
	}
	for typeName, schema := range p.Schema.ActionSchemas {
		actions, _ := p.Server.(tfprotov6.ActionServer)
		planned, err := actions.PlanAction(t.Context(),
			&tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.Encode(schema.Schema.ValueType(), acctest.ActionConfigs[typeName])})
		acctest.Must(t, err)
		expectDeferred(t, typeName, planned.Deferred, planned.Diagnostics)
	}
	state := acctest.Result{State: acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil}), Identity: acctest.Values{"email": acctest.Norte["email"]}}
	read := p.Read("parking_cliente", state)
	acctest.ExpectWhole(t, "read", read, state.State)
	acctest.ExpectSame(t, "identity", read.Identity, state.Identity)
}
