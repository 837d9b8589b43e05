package provider

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// defaultTimeout bounds one operation on one resource, repeats included.
const defaultTimeout = 10 * time.Minute

// timeoutsAttribute is the attribute timeouts of a resource; the library leaves
// it without a description.
func timeoutsAttribute(ctx context.Context, opts timeouts.Opts) schema.Attribute {
	return timeoutsOf(ctx, opts, "10m")
}

func timeoutsOf(ctx context.Context, opts timeouts.Opts, standard string) schema.Attribute {
	attribute := timeouts.Attributes(ctx, opts)
	if object, ok := attribute.(schema.SingleNestedAttribute); ok {
		object.MarkdownDescription = "How long an operation on this resource may take, repeats included. Default `" + standard + "` each."
		return object
	}
	return attribute
}
