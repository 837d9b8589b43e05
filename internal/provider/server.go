package provider

import (
	"context"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// server is what Terraform calls. It completes the schema, adds what the audit log lacks (unrecorded), and places every
// diagnostic last, whoever made it (place). Actions, lists and imports have no attribute that is hidden. The framework's server always
// gives a response, and never an error.
type server struct {
	allServers
	provider *Provider
	applying *atomic.Int32 // calls of ApplyResourceChange that are under way
}

// allServers is everything that the framework's server offers, so that server hides nothing of it from Terraform.
type allServers interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// NewServer makes a provider as Terraform calls it.
func NewServer(p *Provider) tfprotov6.ProviderServer {
	all, _ := providerserver.NewProtocol6(p)().(allServers)
	return server{all, p, new(atomic.Int32)}
}

func (s server) GetProviderSchema(
	ctx context.Context, req *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := s.allServers.GetProviderSchema(ctx, req)
	for _, area := range s.provider.Areas {
		if area.Complete != nil && len(resp.Diagnostics) == 0 {
			area.Complete(resp)
		}
	}
	return resp, err
}

func (s server) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := s.allServers.ValidateProviderConfig(ctx, req)
	place("", resp.Diagnostics)
	return resp, err
}

func (s server) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := s.allServers.ConfigureProvider(ctx, req)
	place("", resp.Diagnostics)
	return resp, err
}

func (s server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.allServers.ValidateResourceConfig(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := s.allServers.ReadResource(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	if s.applying.Load() > 0 {
		ctx = framework.WhileApplying(ctx)
	}
	resp, err := s.allServers.PlanResourceChange(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	s.applying.Add(1)
	defer s.applying.Add(-1)
	ctx, notes := parking.WithNotes(ctx)
	resp, err := s.allServers.ApplyResourceChange(ctx, req)
	resp.Diagnostics = append(resp.Diagnostics, unrecorded(notes)...)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := s.allServers.ValidateDataResourceConfig(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	resp, err := s.allServers.ReadDataSource(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) ValidateEphemeralResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	resp, err := s.allServers.ValidateEphemeralResourceConfig(ctx, req)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

func (s server) OpenEphemeralResource(
	ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	ctx, notes := parking.WithNotes(ctx)
	resp, err := s.allServers.OpenEphemeralResource(ctx, req)
	resp.Diagnostics = append(resp.Diagnostics, unrecorded(notes)...)
	place(req.TypeName, resp.Diagnostics)
	return resp, err
}

// unrecorded warns of the lines that the audit log lacks of the writes of a call.
func unrecorded(notes *parking.Notes) (warnings []*tfprotov6.Diagnostic) {
	framework.WarnUnrecorded(notes, func(summary, detail string) {
		warnings = append(warnings, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: summary, Detail: detail})
	})
	return warnings
}
