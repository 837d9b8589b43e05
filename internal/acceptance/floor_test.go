package acceptance

import (
	"context"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	fwprovider "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// floor is a provider that does nothing, with the schemas of this one: what a call costs it, it costs every provider. It keeps the
// validators and plan modifiers of the schemas, since the framework calls them for each attribute, whatever they do.
type floor struct{ fwprovider.Provider }

func newFloor(t testing.TB) *acctest.Proto {
	t.Helper()
	return &acctest.Proto{T: t, Server: providerserver.NewProtocol6(floor{&provider.Provider{Areas: areas.All}})()}
}

func (floor) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (f floor) Resources(ctx context.Context) (out []func() resource.Resource) {
	for _, ours := range f.Provider.Resources(ctx) {
		if described, ok := ours().(resource.ResourceWithIdentity); ok {
			out = append(out, func() resource.Resource { return floorResource{described} })
		}
	}
	return out
}

// floorResource has only the methods of the embedded interface, so the framework finds no ModifyPlan and no validators but those
// of the schema.
type floorResource struct{ resource.ResourceWithIdentity }

// Read keeps the state, and sets the identity from it, which the framework requires.
func (floorResource) Read(ctx context.Context, _ resource.ReadRequest, resp *resource.ReadResponse) {
	var state map[string]tftypes.Value
	if err := resp.State.Raw.As(&state); err != nil {
		resp.Diagnostics.AddError("State not read", err.Error())
		return
	}
	identity := make(map[string]tftypes.Value)
	for name := range resp.Identity.Schema.GetAttributes() {
		identity[name] = state[name]
	}
	resp.Identity.Raw = tftypes.NewValue(resp.Identity.Schema.Type().TerraformType(ctx), identity)
}

// floorTime is what calls cost a provider that does nothing.
type floorTime struct {
	p     *acctest.Proto
	took  time.Duration
	calls int
}

// take times so many calls while the time of the benchmark stands still. They take turns with the measured ones, so that both
// meet the same machine.
func (f *floorTime) take(b *testing.B, calls int, all func(*acctest.Proto)) {
	b.StopTimer()
	start := time.Now()
	all(f.p)
	f.took += time.Since(start)
	f.calls += calls
	b.StartTimer()
}

// report shows what a call cost there, and how many times as much each of the measured ones cost.
func (f *floorTime) report(b *testing.B, measured int) {
	each := float64(f.took) / float64(f.calls)
	b.ReportMetric(each, "floor-ns/call")
	b.ReportMetric(float64(b.Elapsed())/float64(measured)/each, "x-floor")
}
