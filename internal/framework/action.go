package framework

import (
	"context"
	"errors"
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

// ByAction marks the task of an action, which Terraform does not repeat by itself.
const ByAction = "action"

// Tell shows a line to the user while an action runs. A line may hold identifiers, but no
// personal data and no transaction code.
type Tell func(format string, args ...any)

// Start reads the configuration of an invocation, and gives a context that ends with its time,
// and a Tell. ok is false if the action cannot run.
func (b *ActionBase) Start(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse, config any,
	limit *timeouts.Value) (within context.Context, done context.CancelFunc, say Tell, ok bool) {
	resp.Diagnostics.Append(req.Config.Get(ctx, config)...)
	timeout, diags := limit.Invoke(ctx, DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !b.Ready(&resp.Diagnostics) {
		return ctx, func() {}, nil, false
	}
	within, done = limited(ctx, "invoke", timeout)
	return within, done, func(format string, args ...any) {
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
	}, true
}

// NoSuch reports whether err says that a thing does not exist, and adds that as an error on
// the attribute that holds its identifier. listing is the data source that lists such things.
func NoSuch(diags *diag.Diagnostics, attribute, noun, listing string, id types.Int64, err error) bool {
	if !errors.Is(err, parking.ErrNotFound) {
		return false
	}
	diags.AddAttributeError(path.Root(attribute), "No such "+noun, fmt.Sprintf(noSuchText, noun, id, attribute, listing, Sentence(err)))
	return true
}

// IdentifierAttribute is the required identifier of a thing on the service.
func IdentifierAttribute(description string) schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Required: true, Validators: []validator.Int64{int64validator.AtLeast(1)}}
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

// ActionTimeouts is the attribute timeouts of an action.
func ActionTimeouts(ctx context.Context) schema.Attribute {
	attribute := timeouts.AttributesWithOpts(ctx, timeouts.Opts{InvokeDescription: "A duration such as `30s` or `2h45m`."})
	if object, ok := attribute.(schema.SingleNestedAttribute); ok {
		object.MarkdownDescription = "How long one invocation may take, retries included. Defaults to `10m`."
		return object
	}
	return attribute
}
