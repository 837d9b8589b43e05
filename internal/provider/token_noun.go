package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
)

// tokenNoun is a credential.
var tokenNoun = Noun{
	Ephemerals: []func() ephemeral.EphemeralResource{newTokenEphemeralResource},
}
