package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Tell shows a line to the user while an action runs. A line may hold identifiers, but no
// personal data and no transaction code.
type Tell func(format string, args ...any)

// Act makes an action from its name without "parking_", its schema without timeouts, a function that checks a model in
// the plan or nil, and one that carries a model out within its time.
func Act[M any](name string, s schema.Schema, check func(context.Context, *Service, M, *diag.Diagnostics),
	carryOut func(context.Context, *Service, M, Tell, *diag.Diagnostics)) func() action.Action {
	s.Attributes["timeouts"] = actionTimeouts()
	return func() action.Action { return &act[M]{name: name, schema: s, check: check, carryOut: carryOut} }
}

type act[M any] struct {
	*Service
	name     string
	schema   schema.Schema
	check    func(context.Context, *Service, M, *diag.Diagnostics)
	carryOut func(context.Context, *Service, M, Tell, *diag.Diagnostics)
}

func (a *act[M]) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.name
}

func (a *act[M]) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = a.schema
}

func (a *act[M]) Configure(_ context.Context, req action.ConfigureRequest, _ *action.ConfigureResponse) {
	a.Service = serviceFrom(req.ProviderData)
}

func (a *act[M]) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	if a.check == nil || a.Service == nil || a.Client == nil { // without a client, the provider's configuration is not known yet
		return
	}
	var config M
	if resp.Diagnostics.Append(req.Config.Get(ctx, &config)...); !resp.Diagnostics.HasError() {
		a.check(ctx, a.Service, config, &resp.Diagnostics)
	}
}

func (a *act[M]) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config M
	var limit timeouts.Value
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("timeouts"), &limit)...)
	timeout, failed := limit.Invoke(ctx, DefaultTimeout)
	resp.Diagnostics.Append(failed...)
	within, cancel := limited(ctx, "invoke", timeout)
	defer cancel()
	if resp.Diagnostics.HasError() || !a.Ready(&resp.Diagnostics) {
		return
	}
	within, notes := parking.WithNotes(within)
	a.carryOut(within, a.Service, config, func(format string, args ...any) {
		// After Ctrl-C nobody takes a message any more, and the framework would wait forever.
		taken := make(chan struct{})
		go func() {
			defer close(taken)
			resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf(format, args...)})
		}()
		select {
		case <-taken:
		case <-ctx.Done():
		}
	}, &resp.Diagnostics)
	WarnUnrecorded(notes, resp.Diagnostics.AddWarning)
}

// NoSuch adds an error on the attribute with the identifier of a thing that the service denies. listing is the data source that lists
// such things.
func NoSuch(diags *diag.Diagnostics, attribute, noun, listing string, id types.Int64, err error) {
	if parking.Denied(err) {
		diags.AddAttributeError(path.Root(attribute), "No such "+noun, fmt.Sprintf(noSuchText, noun, id, attribute, listing, Sentence(err)))
	}
}

// IdentifierAttribute is the required identifier of a thing on the service, in the schema of an action, a data source or a
// list: all of them take an attribute of either kind.
func IdentifierAttribute(description string) schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Required: true, Validators: []validator.Int64{int64validator.AtLeast(1)}}
}

// OptionalIDAttribute is IdentifierAttribute for an identifier that may be omitted.
func OptionalIDAttribute(description string) schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)}}
}

// PagoTipoAttribute is the payment type, which every payment has.
func PagoTipoAttribute() schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: pagoTipoDoc, Required: true}
}

// PagoCodigoAttribute is the transaction code, which every payment has.
func PagoCodigoAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: pagoCodigoDoc,
		Required:            true,
		Validators:          []validator.String{PagoCodigoValidator},
	}
}

func actionTimeouts() schema.Attribute {
	attribute := timeouts.AttributesWithOpts(context.Background(), timeouts.Opts{InvokeDescription: "A duration such as `30s` or `2h45m`."})
	object, _ := attribute.(schema.SingleNestedAttribute)
	object.MarkdownDescription = "How long one invocation may take, retries included. Defaults to `10m`."
	return object
}
