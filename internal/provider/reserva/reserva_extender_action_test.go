package reserva

import (
	"context"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// After Ctrl-C nobody takes messages any more. What was sent is answered all the same,
// and the action ends instead of waiting for a listener.
func TestActionWithoutAListener(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	client, err := parking.New(parking.Config{BaseURL: w.BaseURL, Credential: "x"})
	if err != nil {
		t.Fatal(err)
	}
	p := acctest.NewProto(t)
	var schema action.SchemaResponse
	extend, _ := reservaExtender().(action.ActionWithConfigure)
	extend.Configure(t.Context(), action.ConfigureRequest{ProviderData: &framework.Service{Client: client}}, &action.ConfigureResponse{})
	extend.Schema(t.Context(), action.SchemaRequest{}, &schema)
	kind := p.Schema.ActionSchemas[acctest.ExtenderReserva].Schema.ValueType()
	request := action.InvokeRequest{Config: tfsdk.Config{Schema: schema.Schema, Raw: p.Value(kind, acctest.ActionConfigs[acctest.ExtenderReserva])}}
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
	if n := w.Count(acctest.ActionEffects[acctest.ExtenderReserva]); n != 1 || said != 2 {
		t.Errorf("extended %d times, %d messages", n, said)
	}
}
