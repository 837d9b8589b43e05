package parking

import (
	"context"
	"net/http"
)

// The token operations take a body and give an answer whose shapes are not
// documented; both pass through as they are (A14). Every text of the body
// counts as sensitive.

// TokenRequest is the body of a token operation, such as a name and a password.
type TokenRequest map[string]string

// TokenAnswer is what a token operation gives.
type TokenAnswer struct {
	Datos any // the answer as it came, a credential somewhere in it
}

// Login logs a user in. body is sent as JSON.
func (c *Client) Login(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	op, err := endpoint(areaAutenticacion, "login", http.MethodPost, c.endpoints.Login, true)
	if err != nil {
		return TokenAnswer{}, err
	}
	return c.token(ctx, op, body)
}

// GenerateToken creates an API token. A nil body sends none.
func (c *Client) GenerateToken(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	op, err := endpoint(areaAutenticacion, "generar_token", http.MethodPost, c.endpoints.GenerarToken, false)
	if err != nil {
		return TokenAnswer{}, err
	}
	return c.token(ctx, op, body)
}

// Token reads the current API token.
func (c *Client) Token(ctx context.Context) (TokenAnswer, error) {
	op, err := endpoint(areaAutenticacion, "obtener_token", http.MethodGet, c.endpoints.ObtenerToken, true)
	if err != nil {
		return TokenAnswer{}, err
	}
	return c.token(ctx, op, nil)
}

// RenewToken renews the session token. A nil body sends none.
func (c *Client) RenewToken(ctx context.Context, body TokenRequest) (TokenAnswer, error) {
	op, err := endpoint(areaAutenticacion, "renovar_token", http.MethodPost, c.endpoints.RenovarToken, false)
	if err != nil {
		return TokenAnswer{}, err
	}
	return c.token(ctx, op, body)
}

func (c *Client) token(ctx context.Context, op operation, body TokenRequest) (TokenAnswer, error) {
	request := call{op: op, private: true}
	if body != nil {
		request.body = body
	}
	for _, text := range body {
		request.sensitive = append(request.sensitive, text)
	}
	datos, err := c.datos(ctx, request)
	return TokenAnswer{datos}, err
}
