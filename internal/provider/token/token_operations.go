package token

import (
	"context"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// tokenModel is a parking_token block.
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
	run  func(context.Context, *parking.Client, parking.TokenRequest, url.Values) (parking.TokenAnswer, error)
	// left says what stays on the service when its answer is not understood.
	left string
}

// tokenOfRead is the one operation that sends no body and leaves nothing behind.
const tokenOfRead = "obtener"

// tokenOperations are the values of operacion.
var tokenOperations = map[string]tokenOperation{
	"login": {
		task: framework.Task{Verb: "obtain", Noun: "token",
			Next:         "If it did, it holds a session whose token nobody has, which it has no operation to end. The next run logs in once more.",
			Unauthorized: "The service refuses the user. Check cuerpo, such as the password, and the credential of the provider block (PARKING_CREDENTIAL) if it has one. No token was given."},
		run: func(ctx context.Context, c *parking.Client, body parking.TokenRequest, _ url.Values) (parking.TokenAnswer, error) {
			return c.Login(ctx, body)
		},
		left: " The session that was opened stays on the service, which has no operation to end it; the next run logs in once more.",
	},
	"generar": {
		task: framework.Task{Verb: "obtain", Noun: "token",
			Next: "If it did, it holds a token that nobody has, and the next run generates another. The service has no operation to revoke one: ask its operator to, or set operacion to obtener, which reads the token that there is."},
		run: func(ctx context.Context, c *parking.Client, body parking.TokenRequest, _ url.Values) (parking.TokenAnswer, error) {
			return c.GenerateToken(ctx, body)
		},
		left: " The token that was generated stays on the service, which has no operation to revoke it, and the next run generates another: ask its operator to revoke it, or set operacion to obtener, which reads the token that there is.",
	},
	tokenOfRead: {
		task: framework.Task{Verb: "read", Noun: "token"},
		run: func(ctx context.Context, c *parking.Client, _ parking.TokenRequest, query url.Values) (parking.TokenAnswer, error) {
			return c.Token(ctx, query)
		},
	},
	"renovar": {
		task: framework.Task{Verb: "obtain", Noun: "token",
			Next: "If it did, a new token may have taken the place of the credential of the provider block, and nobody has it. Run again; if the service refuses the credential then, log in once more."},
		run: func(ctx context.Context, c *parking.Client, body parking.TokenRequest, _ url.Values) (parking.TokenAnswer, error) {
			return c.RenewToken(ctx, body)
		},
		left: " If the service refuses the credential of the provider block then, the new token has taken its place: log in once more.",
	},
}
