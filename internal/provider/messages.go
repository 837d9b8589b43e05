package provider

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// messages is the server that Terraform calls. Every diagnostic passes it last, whoever made it: see place.
type messages struct{ server }

func (m messages) ValidateProviderConfig(
	ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := m.server.ValidateProviderConfig(ctx, req)
	if err == nil {
		place("", resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ConfigureProvider(
	ctx context.Context, req *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	resp, err := m.server.ConfigureProvider(ctx, req)
	if err == nil {
		place("", resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ValidateResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := m.server.ValidateResourceConfig(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) UpgradeResourceState(
	ctx context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	resp, err := m.server.UpgradeResourceState(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) UpgradeResourceIdentity(
	ctx context.Context, req *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	resp, err := m.server.UpgradeResourceIdentity(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ReadResource(ctx context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := m.server.ReadResource(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) PlanResourceChange(
	ctx context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := m.server.PlanResourceChange(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ApplyResourceChange(
	ctx context.Context, req *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := m.server.ApplyResourceChange(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ImportResourceState(
	ctx context.Context, req *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	resp, err := m.server.ImportResourceState(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) MoveResourceState(
	ctx context.Context, req *tfprotov6.MoveResourceStateRequest,
) (*tfprotov6.MoveResourceStateResponse, error) {
	resp, err := m.server.MoveResourceState(ctx, req)
	if err == nil {
		place(req.TargetTypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) GenerateResourceConfig(
	ctx context.Context, req *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	resp, err := m.server.GenerateResourceConfig(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ValidateDataResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	resp, err := m.server.ValidateDataResourceConfig(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ReadDataSource(ctx context.Context, req *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	resp, err := m.server.ReadDataSource(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ValidateEphemeralResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	resp, err := m.server.ValidateEphemeralResourceConfig(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) OpenEphemeralResource(
	ctx context.Context, req *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	resp, err := m.server.OpenEphemeralResource(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ValidateListResourceConfig(
	ctx context.Context, req *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	resp, err := m.server.ValidateListResourceConfig(ctx, req)
	if err == nil {
		place(req.TypeName, resp.Diagnostics)
	}
	return resp, err
}

func (m messages) ListResource(ctx context.Context, req *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	stream, err := m.server.ListResource(ctx, req)
	if err == nil {
		stream.Results = each(stream.Results, func(r tfprotov6.ListResourceResult) { place(req.TypeName, r.Diagnostics) })
	}
	return stream, err
}

func (m messages) ValidateActionConfig(
	ctx context.Context, req *tfprotov6.ValidateActionConfigRequest,
) (*tfprotov6.ValidateActionConfigResponse, error) {
	resp, err := m.server.ValidateActionConfig(ctx, req)
	if err == nil {
		place("", resp.Diagnostics)
	}
	return resp, err
}

func (m messages) PlanAction(ctx context.Context, req *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	resp, err := m.server.PlanAction(ctx, req)
	if err == nil {
		place("", resp.Diagnostics)
	}
	return resp, err
}

func (m messages) InvokeAction(ctx context.Context, req *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	stream, err := m.server.InvokeAction(ctx, req)
	if err == nil {
		stream.Events = each(stream.Events, func(event tfprotov6.InvokeActionEvent) {
			if completed, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
				place("", completed.Diagnostics)
			}
		})
	}
	return stream, err
}

// each passes a stream on, after see saw each of its events.
func each[E any](stream iter.Seq[E], see func(E)) iter.Seq[E] {
	return func(yield func(E) bool) {
		for event := range stream {
			if see(event); !yield(event) {
				return
			}
		}
	}
}
