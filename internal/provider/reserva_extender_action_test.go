package provider

import (
	"context"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// After Ctrl-C nobody takes messages any more. What was sent is answered all the same,
// and the action ends instead of waiting for a listener.
func TestActionWithoutAListener(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	client, err := parking.New(parking.Config{BaseURL: w.baseURL, Credential: "x"})
	if err != nil {
		t.Fatal(err)
	}
	p := newProto(t)
	var schema action.SchemaResponse
	extend := &reservaExtenderAction{actionBase{&service{client: client}}}
	extend.Schema(t.Context(), action.SchemaRequest{}, &schema)
	kind := p.schema.ActionSchemas[extenderReserva].Schema.ValueType()
	request := action.InvokeRequest{Config: tfsdk.Config{Schema: schema.Schema, Raw: p.value(kind, map[string]any(actionConfigs[extenderReserva]))}}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan struct{})
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	var said int
	go func() {
		defer close(ended)
		extend.Invoke(ctx, request, &action.InvokeResponse{SendProgress: func(action.InvokeProgressEvent) {
			if said++; said == 2 { // the extension is answered
				interrupt()
				<-forever
			}
		}})
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for somebody to listen")
	}
	if n := w.count(actionEffects[extenderReserva]); n != 1 || said != 2 {
		t.Errorf("extended %d times, %d messages", n, said)
	}
}
