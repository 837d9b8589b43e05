package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The config is a client.
func TestListConfig(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	unknown := acctest.Values{"cliente_id": acctest.UnknownNumber}
	acctest.Expect(t, "unknown", p.ValidateList("parking_vehiculo", unknown))
	acctest.Expect(t, "omitted", p.ValidateList("parking_vehiculo", acctest.Values{}),
		"cliente_id: Missing Configuration for Required Attribute")
	acctest.Expect(t, "zero", p.ValidateList("parking_vehiculo", acctest.Values{"cliente_id": 0}), "cliente_id: Invalid Attribute Value")
	found, diags := p.ListAll(acctest.Query{TypeName: "parking_vehiculo", Config: unknown})
	if len(found) > 0 {
		t.Errorf("listed %v", found)
	}
	acctest.Expect(t, "unknown", acctest.ErrorsOf(diags), "cliente_id: Client not known yet")
	w.ExpectRequests(map[string]int{})

	late := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	_, diags = late.ListAll(acctest.Query{TypeName: "parking_vehiculo", Config: acctest.Values{"cliente_id": 2}})
	acctest.Expect(t, "provider not known", acctest.ErrorsOf(diags), "Provider configuration not known yet")
}
