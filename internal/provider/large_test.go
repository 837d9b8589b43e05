package provider

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// calls is a framework that tells when a call reaches it.
type calls struct {
	allServers
	reached chan struct{}
}

func (c calls) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (
	*tfprotov6.ValidateResourceConfigResponse, error) {
	close(c.reached)
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (c calls) ReadResource(context.Context, *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	close(c.reached)
	return &tfprotov6.ReadResourceResponse{}, nil
}

func (c calls) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (
	*tfprotov6.PlanResourceChangeResponse, error) {
	close(c.reached)
	return &tfprotov6.PlanResourceChangeResponse{}, nil
}

func (c calls) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (
	*tfprotov6.ApplyResourceChangeResponse, error) {
	close(c.reached)
	return &tfprotov6.ApplyResourceChangeResponse{}, nil
}

// TestLarge: while a call about a large fleet goes on, another waits until that ends or the run is stopped, and a call about
// a small fleet does not.
func TestLarge(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(context.Context, server, *tfprotov6.DynamicValue) error{
		"validate": func(ctx context.Context, s server, about *tfprotov6.DynamicValue) error {
			_, err := s.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{Config: about})
			return err
		},
		"read": func(ctx context.Context, s server, about *tfprotov6.DynamicValue) error {
			_, err := s.ReadResource(ctx, &tfprotov6.ReadResourceRequest{CurrentState: about})
			return err
		},
		"plan": func(ctx context.Context, s server, about *tfprotov6.DynamicValue) error {
			_, err := s.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{ProposedNewState: about})
			return err
		},
		"apply": func(ctx context.Context, s server, about *tfprotov6.DynamicValue) error {
			_, err := s.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{PlannedState: about})
			return err
		},
	} {
		for until, size := range map[string]int{"small": 1, "ended": largeState + 1, "stopped": largeState + 1} {
			t.Run(name+" "+until, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					ctx, stop := context.WithCancel(t.Context())
					defer stop()
					c := calls{reached: make(chan struct{})}
					reached := func() bool {
						select {
						case <-c.reached:
							return true
						default:
							return false
						}
					}
					s := server{c, new(Provider), new(atomic.Bool), newLarge()}
					first := s.large.begin(ctx, &tfprotov6.DynamicValue{MsgPack: make([]byte, largeState+1)})
					go func() {
						if err := call(ctx, s, &tfprotov6.DynamicValue{MsgPack: make([]byte, size)}); err != nil {
							t.Error(err)
						}
					}()
					synctest.Wait()
					if reached() != (until == "small") {
						t.Errorf("reached the framework beside another large call: %t", reached())
					}
					if until == "ended" {
						first()
					} else {
						stop()
					}
					synctest.Wait()
					if !reached() {
						t.Error("never reached the framework")
					}
				})
			})
		}
	}
}
