package provider

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

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
					s, _ := NewServer(new(Provider)).(server)
					first := s.large.begin(ctx, &tfprotov6.DynamicValue{MsgPack: make([]byte, largeState+1)})
					var reached atomic.Bool
					go func() {
						if err := call(ctx, s, &tfprotov6.DynamicValue{MsgPack: make([]byte, size)}); err != nil {
							t.Error(err)
						}
						reached.Store(true)
					}()
					synctest.Wait()
					if reached.Load() != (until == "small") {
						t.Errorf("reached the framework beside another large call: %t", reached.Load())
					}
					if until == "ended" {
						first()
					} else {
						stop()
					}
					synctest.Wait()
					if !reached.Load() {
						t.Error("never reached the framework")
					}
				})
			})
		}
	}
}
