package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// large lets calls about large fleets go on one after the other. Terraform sends ten at once, each of which takes a hundred
// times the memory of its state, and most of the processor's time went into collecting that. Side by side they are no
// faster: one fleet alone keeps as many requests in flight as are allowed. What it read of the client's vehicles would be
// too old to be used before it had read its plates.
type large chan struct{}

// largeState is the size of the state of some 3,000 vehicles. Calls about more wait for each other.
const largeState = 256 << 10

// begin waits until a call about this state or configuration may go on. A call that is stopped goes on and says so.
func (l large) begin(ctx context.Context, about *tfprotov6.DynamicValue) (end func()) {
	if about != nil && len(about.MsgPack) > largeState {
		select {
		case l <- struct{}{}:
			return func() { <-l }
		case <-ctx.Done():
		}
	}
	return func() {}
}
