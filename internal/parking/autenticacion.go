package parking

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// The shapes of the token operations are not documented: bodies and answers pass through unchanged (A14). Every text and number of
// a body counts as sensitive, and nothing is quoted of an answer that may hold a token. Only reading a token is repeated: each run
// of another one may leave a token behind that nobody knows.

// TokenRequest is the body of a token operation, such as a name and a password.
type TokenRequest map[string]any

// TokenAnswer is what a token operation returns.
type TokenAnswer struct {
	hidden
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
	if body != nil {
		request.body = body
	}
	request.private, request.sensitive = true, texts(map[string]any(body))
	for _, values := range request.query {
		request.sensitive = append(request.sensitive, values...)
	}
	datos, err := c.datos(ctx, request)
	return TokenAnswer{Datos: datos}, err
}

// Token gives the token in the answer, as eachScalar says where it stands. If place is empty, it is the field "token" (A14), or an
// answer that is itself a text. An error names the fields that came, and no value.
func (a TokenAnswer) Token(place string) (string, error) {
	var places []string
	texts := make(map[string]string)
	eachScalar("", a.Datos, func(at string, one any) {
		text, is := one.(string)
		if !is || strings.TrimSpace(text) == "" {
			return
		}
		if texts[at] = text; at != "" {
			places = append(places, redact.Foreign(at)) // which may itself hold a token
		}
	})
	token := texts[place]
	if place == "" {
		place, token = "token", cmp.Or(token, texts["token"])
	}
	switch {
	case token != "":
		return token, nil
	case len(places) == 0:
		return "", fmt.Errorf("there is no string at %q; the answer has no string", place)
	}
	return "", fmt.Errorf("there is no string at %q; the answer has strings at %s", place, strings.Join(places, ", "))
}
