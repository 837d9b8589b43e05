package provider

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// NewServer makes the provider as Terraform calls it. version is the provider's own.
func NewServer(version string) tfprotov6.ProviderServer {
	return serve(New(version)())
}

// server lets go of the context of each call when the call is over. The framework
// keeps a context derived from that of every call until it is stopped, and with it
// the loggers of the call and what the transport knows of it: 7 kB for each call,
// five of which a plan makes for each resource. Only these calls are many. The results of
// ListResource come after its call is over, so that its context must not end with it.
//
// Beside that it words what the framework or Terraform would word by themselves: see
// refuseLateReplacement and explainNullID.
type server struct {
	allServers
	applying *atomic.Bool // something was applied since the provider was configured
}

// allServers is everything that the framework's server offers, so that nothing of it
// is hidden from Terraform.
type allServers interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

func serve(p provider.Provider) tfprotov6.ProviderServer {
	framework := providerserver.NewProtocol6(p)()
	if all, ok := framework.(allServers); ok {
		return server{all, new(atomic.Bool)}
	}
	return framework
}

func (s server) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	s.applying.Store(false)
	return s.allServers.ConfigureProvider(ctx, req)
}

func (s server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	call := newCallContext(ctx)
	defer call.end()
	resp, err := s.allServers.ValidateResourceConfig(call, req)
	if err == nil {
		explainNullID(resp.Diagnostics)
	}
	return resp, err
}

func (s server) UpgradeResourceState(ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	call := newCallContext(ctx)
	defer call.end()
	return s.allServers.UpgradeResourceState(call, req)
}

func (s server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	call := newCallContext(ctx)
	defer call.end()
	return s.allServers.ReadResource(call, req)
}

func (s server) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	call := newCallContext(ctx)
	defer call.end()
	resp, err := s.allServers.PlanResourceChange(call, req)
	if err == nil && s.applying.Load() {
		refuseLateReplacement(resp)
	}
	return resp, err
}

func (s server) ApplyResourceChange(ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	call := newCallContext(ctx)
	defer call.end()
	s.applying.Store(true)
	return s.allServers.ApplyResourceChange(call, req)
}

// callContext is the context of one call, and holds nothing once that is over.
type callContext struct {
	of atomic.Pointer[context.Context]
}

func newCallContext(ctx context.Context) *callContext {
	c := &callContext{}
	c.of.Store(&ctx)
	return c
}

var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

func (c *callContext) end() { c.of.Store(&over) }

func (c *callContext) Deadline() (time.Time, bool) { return (*c.of.Load()).Deadline() }
func (c *callContext) Done() <-chan struct{}       { return (*c.of.Load()).Done() }
func (c *callContext) Err() error                  { return (*c.of.Load()).Err() }
func (c *callContext) Value(key any) any           { return (*c.of.Load()).Value(key) }
