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

// explainNullID says what to do about a vehicle or client whose identifier the service did not
// return: its id is null, and so is every reference to it.
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
