package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// missingRequired is the framework's summary for a required attribute that is null. No
// validator can take its place.
const missingRequired = "Missing Configuration for Required Attribute"

// explainNullID says what to do where a vehicle or a client has no identifier yet, since the
// service accepted it without telling one. Its id is null then, and so is what refers to it.
func explainNullID(diags []*tfprotov6.Diagnostic) {
	for attribute, of := range map[string]struct{ noun, done string }{"vehiculo_id": {"vehicle", "linked"},
		"cliente_id": {"client", "saved"}} {
		at := tftypes.NewAttributePath().WithAttributeName(attribute)
		for _, d := range diags {
			if d.Summary != missingRequired || !d.Attribute.Equal(at) {
				continue
			}
			d.Summary = framework.UpperFirst(of.noun) + " identifier not known yet"
			d.Detail = fmt.Sprintf(nullIDText, attribute, of.noun, of.done)
		}
	}
}
