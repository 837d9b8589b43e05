// Package token has the credential that the service gives for a user and a password.
package token

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Noun is a credential.
var Noun = framework.Noun{
	Ephemerals: []func() ephemeral.EphemeralResource{newTokenEphemeralResource},
}
