// Package token has the ephemeral resource that obtains a token of the service.
package token

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Area lists the ephemeral resource of a token.
var Area = framework.Area{
	Ephemerals: []func() ephemeral.EphemeralResource{newTokenEphemeralResource},
}
