package provider

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// server replaces messages of the framework and of Terraform by the provider's own: see
// Service.RefuseLateReplacement and explainNullID. It also completes the schema.
type server struct {
	allServers
	provider *Provider
	applied  *applied
	large    large
}

// allServers is everything that the framework's server offers, so that server hides nothing of
// it from Terraform.
type allServers interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	tfprotov6.StateStoreServer
}

// NewServer makes a provider as Terraform calls it.
func NewServer(p *Provider) tfprotov6.ProviderServer {
	all, _ := providerserver.NewProtocol6(p)().(allServers)
	return server{all, p, new(applied), make(large, 1)}
}

func (s server) GetProviderSchema(
	ctx context.Context, req *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := s.allServers.GetProviderSchema(ctx, req)
	if err != nil || len(resp.Diagnostics) > 0 {
		return resp, err
	}
	for _, area := range s.provider.Areas {
		if area.Complete != nil {
			area.Complete(resp)
		}
	}
	return resp, nil
}

func (s server) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	s.applied.begin()
	return s.allServers.ConfigureProvider(ctx, req)
}

func (s server) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	defer s.large.begin(ctx, req.Config)()
	resp, err := s.allServers.ValidateResourceConfig(ctx, req)
	if err == nil {
		explainNullID(resp.Diagnostics)
	}
	return resp, err
}

func (s server) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	defer s.large.begin(ctx, req.CurrentState)()
	resp, err := s.allServers.ReadResource(ctx, req)
	if err == nil {
		s.applied.saw(req.TypeName, resp.NewIdentity)
	}
	return resp, err
}

func (s server) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	repeated := s.applied.during(req.TypeName, req.PriorIdentity)
	if s.settled(req) {
		return &tfprotov6.PlanResourceChangeResponse{PlannedState: req.ProposedNewState, PlannedPrivate: req.PriorPrivate,
			PlannedIdentity: cmp.Or(req.PriorIdentity, nullIdentity())}, nil
	}
	defer s.large.begin(ctx, req.ProposedNewState)()
	resp, err := s.allServers.PlanResourceChange(ctx, req)
	if service := s.provider.service.Load(); err == nil && repeated && service != nil {
		service.RefuseLateReplacement(resp)
	}
	return resp, err
}

// settled reports whether an area plans what Terraform proposes. A provider that is not configured may defer the plan.
func (s server) settled(req *tfprotov6.PlanResourceChangeRequest) bool {
	return s.provider.service.Load() != nil && slices.ContainsFunc(s.provider.Areas, func(area framework.Area) bool {
		return area.Settled != nil && area.Settled(req)
	})
}

// nullIdentity is the identity of what an older Terraform planned.
func nullIdentity() *tfprotov6.ResourceIdentityData {
	return &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{MsgPack: []byte{msgpcode.Nil}}}
}

func (s server) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	s.applied.calls.Add(1)
	defer s.large.begin(ctx, req.PlannedState)()
	resp, err := s.allServers.ApplyResourceChange(ctx, req)
	if err == nil {
		s.applied.saw(req.TypeName, resp.NewIdentity)
	}
	if service := s.provider.service.Load(); err == nil && service != nil && service.Client != nil {
		resp.Diagnostics = append(resp.Diagnostics, unrecorded(service, req)...)
	}
	return resp, err
}

// unrecorded says which lines the audit log lacks. An error would taint what was created, so that is a warning.
func unrecorded(service *framework.Service, req *tfprotov6.ApplyResourceChangeRequest) (out []*tfprotov6.Diagnostic) {
	var diags diag.Diagnostics
	service.AddUnrecorded(&diags)
	severity := tfprotov6.DiagnosticSeverityError
	if creates, err := req.PriorState.IsNull(); creates || err != nil {
		severity = tfprotov6.DiagnosticSeverityWarning
	}
	for _, d := range diags {
		out = append(out, &tfprotov6.Diagnostic{Severity: severity, Summary: d.Summary(), Detail: d.Detail()})
	}
	return out
}

// missingRequired is the framework's summary for a required attribute that is null. No
// validator can take its place.
const missingRequired = "Missing Configuration for Required Attribute"

// explainNullID says what to do about a vehicle or client whose identifier the service did not
// return: its id is null, and so is every reference to it.
func explainNullID(diags []*tfprotov6.Diagnostic) {
	for attribute, of := range map[string]struct{ noun, done string }{"vehiculo_id": {"vehicle", "linked"},
		"cliente_id": {"client", "saved"}} {
		at := tftypes.NewAttributePath().WithAttributeName(attribute)
		for _, d := range diags {
			if d.Summary != missingRequired || !d.Attribute.Equal(at) {
				continue
			}
			d.Summary = framework.UpperFirst(of.noun) + " identifier not known yet"
			d.Detail = fmt.Sprintf(nullIDText, attribute, of.noun, of.done)
		}
	}
}
