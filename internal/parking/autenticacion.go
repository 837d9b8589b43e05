package parking

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

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
	return TokenAnswer{datos}, err
}

// Token gives the token in the answer. place says where it stands: names of fields and places in lists, joined by dots.
// If place is empty, the token is the field "token" (A14), or an answer that is itself a text.
//
// An error names the fields that came, and no value.
func (a TokenAnswer) Token(place string) (string, error) {
	if place == "" {
		if token := tokenText(a.Datos); token != "" {
			return token, nil
		}
		place = "token"
	}
	value := a.Datos
	for name := range strings.SplitSeq(place, ".") {
		value = child(value, name)
	}
	if token := tokenText(value); token != "" {
		return token, nil
	}
	return "", fmt.Errorf("there is no string at %q; %s", place, a.texts())
}

// child gives a field of an object or an entry of a list, nil where there is none.
func child(value any, name string) any {
	switch v := value.(type) {
	case map[string]any:
		return v[name]
	case []any:
		if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(v) {
			return v[n]
		}
	}
	return nil
}

// tokenText gives a text that can be a token, or "".
func tokenText(value any) string {
	if text, ok := value.(string); ok && strings.TrimSpace(text) != "" {
		return text
	}
	return ""
}

// texts names the places of texts in the answer.
func (a TokenAnswer) texts() string {
	places := places(a.Datos)
	if len(places) == 0 {
		return "the answer has no string"
	}
	if more := len(places) - maxShown; more > 0 {
		places = append(places[:maxShown], fmt.Sprintf("%d more", more))
	}
	return "the answer has strings at " + strings.Join(places, ", ")
}

// places gives the places of all texts below a value, as Token takes them. Names are foreign text, and may themselves
// be tokens.
func places(value any) []string {
	var out []string
	add := func(name string, item any) {
		if tokenText(item) != "" {
			out = append(out, name)
		}
		for _, below := range places(item) {
			out = append(out, name+"."+below)
		}
	}
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			shown := redact.Foreign(name)
			if redact.LikeToken(name) {
				shown = redact.Hidden
			}
			add(shown, v[name])
		}
	case []any:
		for i, item := range v {
			add(strconv.Itoa(i), item)
		}
	}
	return out
}
