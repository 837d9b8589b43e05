package parking

import (
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// The shapes of the token operations are not documented: bodies and answers pass through unchanged (A14). Every text
// and number of a body counts as sensitive. Only reading a token is repeated: each run of another one may leave a token
// behind that nobody knows.

// TokenRequest is the body of a token operation, such as a name and a password.
type TokenRequest map[string]any

// TokenAnswer is what a token operation returns.
type TokenAnswer struct {
	Datos any // the unchanged answer, which holds a credential
}

// Login logs a user in. It is the one operation that can be sent without a credential.
func (c *Client) Login(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	return c.token(ctx, call{op: opLogin, public: true}, body)
}

// GenerateToken creates an API token. A nil body sends none.
func (c *Client) GenerateToken(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	return c.token(ctx, call{op: opGenerarToken}, body)
}

// Token reads the current API token; query goes to the service as it is.
func (c *Client) Token(ctx context.Context, query url.Values) (TokenAnswer, error) {
	return c.token(ctx, call{op: opObtenerToken, query: query}, nil)
}

// RenewToken renews the session token. A nil body sends none.
func (c *Client) RenewToken(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	return c.token(ctx, call{op: opRenovarToken}, body)
}

func (c *Client) token(ctx context.Context, request call, body TokenRequest) (TokenAnswer, error) {
	request.private, request.token = true, true
	if body != nil {
		request.body, request.names = body, slices.Collect(maps.Keys(body))
	}
	request.sensitive = scalars(map[string]any(body))
	for _, values := range request.query {
		request.sensitive = append(request.sensitive, values...)
	}
	datos, err := c.datos(ctx, request)
	if e := ErrorOf(err); err != nil && e.Kind == Unexpected { // a field name in it may be a token
		e.Message = redact.Tokens(e.Message, nil)
	}
	return TokenAnswer{datos}, err
}

// scalars gives the texts and numbers in a value, as they are written.
func scalars(value any) []string {
	var out []string
	switch v := value.(type) {
	case string:
		out = append(out, v)
	case json.Number:
		out = append(out, v.String())
	case []any:
		for _, item := range v {
			out = append(out, scalars(item)...)
		}
	case map[string]any:
		for _, item := range v {
			out = append(out, scalars(item)...)
		}
	}
	return out
}
