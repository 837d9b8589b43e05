package parking

import (
	"context"
	"net/http"
)

// The token operations take a body and give an answer whose shapes are not
// documented; both pass through as they are (A14). Every text of the body
// counts as sensitive.

// Login logs a user in. body is sent as JSON.
func (c *Client) Login(ctx context.Context, body map[string]string) (any, error) {
	op, err := endpoint("login", http.MethodPost, c.endpoints.Login, true)
	if err != nil {
		return nil, err
	}
	return c.token(ctx, op, body)
}

// GenerateToken creates an API token. A nil body sends none.
func (c *Client) GenerateToken(ctx context.Context, body map[string]string) (any, error) {
	op, err := endpoint("generar_token", http.MethodPost, c.endpoints.GenerarToken, false)
	if err != nil {
		return nil, err
	}
	return c.token(ctx, op, body)
}

// Token reads the current API token.
func (c *Client) Token(ctx context.Context) (any, error) {
	op, err := endpoint("obtener_token", http.MethodGet, c.endpoints.ObtenerToken, true)
	if err != nil {
		return nil, err
	}
	return c.token(ctx, op, nil)
}

// RenewToken renews the session token. A nil body sends none.
func (c *Client) RenewToken(ctx context.Context, body map[string]string) (any, error) {
	op, err := endpoint("renovar_token", http.MethodPost, c.endpoints.RenovarToken, false)
	if err != nil {
		return nil, err
	}
	return c.token(ctx, op, body)
}

func (c *Client) token(ctx context.Context, op operation, body map[string]string) (any, error) {
	request := call{op: op, private: true}
	if body != nil {
		request.body = body
	}
	for _, text := range body {
		request.sensitive = append(request.sensitive, text)
	}
	return c.datos(ctx, request)
}
