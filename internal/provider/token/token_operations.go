package token

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type tokenModel struct {
	Operacion  types.String  `tfsdk:"operacion"`
	Cuerpo     types.Dynamic `tfsdk:"cuerpo"`
	Parametros types.Map     `tfsdk:"parametros"`
	Campo      types.String  `tfsdk:"campo"`
	Token      types.String  `tfsdk:"token"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

// tokenOperation is one way to obtain a token.
type tokenOperation struct {
	task framework.Task
	run  func(*parking.Client, context.Context, parking.TokenRequest) (parking.TokenAnswer, error) // nil for obtener
	// remains says what stays on the service if the token is not found in the answer.
	remains string
}

// obtener is the only operation that sends no body and creates no token.
const obtener = "obtener"

// tokenOperations are the values of operacion.
var tokenOperations = map[string]tokenOperation{
	"login": {
		task:    framework.Task{Verb: "obtain", Noun: "token", Next: loginUnknownText, Unauthorized: loginRejectedText},
		run:     (*parking.Client).Login,
		remains: loginStaysText,
	},
	"generar": {
		task:    framework.Task{Verb: "obtain", Noun: "token", Next: generarUnknownText},
		run:     (*parking.Client).GenerateToken,
		remains: generarStaysText,
	},
	obtener: {task: framework.Task{Verb: "read", Noun: "token"}},
	"renovar": {
		task:    framework.Task{Verb: "obtain", Noun: "token", Next: renovarUnknownText},
		run:     (*parking.Client).RenewToken,
		remains: renovarReplacedText,
	},
}

// ask sends the operation: a body or a query, whichever it takes.
func (o tokenOperation) ask(ctx context.Context, c *parking.Client, body parking.TokenRequest,
	query url.Values) (parking.TokenAnswer, error) {
	if o.run == nil {
		return c.Token(ctx, query)
	}
	return o.run(c, ctx, body)
}
