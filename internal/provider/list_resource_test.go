package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The config of both is a client.
func TestListConfig(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for _, typeName := range []string{"parking_vehiculo", "parking_zona_favorita"} {
		unknown := values{"cliente_id": tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)}
		if refused := p.validateList(typeName, unknown); len(refused) > 0 {
			t.Errorf("%s: an unknown client is refused: %q", typeName, refused)
		}
		expect(t, typeName, p.validateList(typeName, values{}), `AttributeName("cliente_id")`)
		expect(t, typeName, p.validateList(typeName, values{"cliente_id": 0}), `AttributeName("cliente_id")`, "at least 1")
		found, diags := p.listAll(query{typeName: typeName, config: unknown})
		if len(found) > 0 {
			t.Errorf("%s: listed %v", typeName, found)
		}
		expect(t, typeName, errorsOf(diags), `AttributeName("cliente_id")`, "not known yet")
	}
	w.expectRequests(map[string]int{})

	late := newProto(t)
	if diags := late.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	_, diags := late.listAll(query{typeName: "parking_vehiculo", config: values{"cliente_id": 2}})
	expect(t, "provider not known", errorsOf(diags), "base_url of the provider block")
}
