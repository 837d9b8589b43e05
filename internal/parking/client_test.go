package parking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	each(t, map[string]Config{
		"nothing":        {},
		"no scheme":      {BaseURL: "parking.example.com"},
		"other scheme":   {BaseURL: "ftp://parking.example.com"},
		"no host":        {BaseURL: "https:///api"},
		"malformed":      {BaseURL: "https://ana:oculto@[::1"},
		"user":           {BaseURL: "https://ana:oculto@parking.example.com"},
		"query":          {BaseURL: "https://parking.example.com/?key=oculto"},
		"empty query":    {BaseURL: "https://parking.example.com/?"},
		"fragment":       {BaseURL: "https://parking.example.com/#oculto"},
		"line in header": {BaseURL: "https://parking.example.com", Credential: "ocu\nlto"},
		"line in scheme": {BaseURL: "https://parking.example.com", Credential: "x", Scheme: "Bearer\r\noculto"},
	}, func(t *testing.T, config Config) {
		if _, err := New(config); err == nil || strings.Contains(err.Error(), "oculto") || strings.Contains(err.Error(), "ocu\nlto") {
			t.Errorf("got %v, want an error without the credential", err)
		}
	})
}

// TestNewDefaults: what is not set waits as long as a slow service needs.
func TestNewDefaults(t *testing.T) {
	t.Parallel()
	c, err := New(Config{BaseURL: "https://parking.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	if c.config.Backoff != 500*time.Millisecond || c.config.Settle != 5*time.Second || c.lag() != time.Minute {
		t.Errorf("got %v, %v, %v", c.config.Backoff, c.config.Settle, c.lag())
	}
}

// TestPath: what the server sees of a plate and of the base URL's own path.
func TestPath(t *testing.T) {
	t.Parallel()
	tests := []struct{ prefix, placa, want string }{
		{"", "ABC-1234", "/external/placa/ABC-1234"},
		{"/api/v1", "ABC-1234", "/api/v1/external/placa/ABC-1234"},
		{"/api/v1//", "ABC-1234", "/api/v1/external/placa/ABC-1234"},
		{"/a%2fb", "A", "/a%2fb/external/placa/A"},
		{"", "A B", "/external/placa/A%20B"},
		{"", "a/b", "/external/placa/a%2Fb"},
		{"", "../x?y#z", "/external/placa/..%2Fx%3Fy%23z"},
		{"", "...", "/external/placa/..."},
		{"", "ñÑ-東", "/external/placa/%C3%B1%C3%91-%E6%9D%B1"},
		{"", "{placa}", "/external/placa/%7Bplaca%7D"},
		{"", "a\r\nHost: x", "/external/placa/a%0D%0AHost:%20x"},
	}
	for _, tt := range tests {
		t.Run(tt.prefix+" "+tt.placa, func(t *testing.T) {
			t.Parallel()
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.RequestURI != tt.want || r.Method != http.MethodGet {
					t.Errorf("the server sees %s %s, not %s", r.Method, r.RequestURI, tt.want)
				}
				if tt.prefix == "" && r.URL.Path != "/external/placa/"+tt.placa {
					t.Errorf("which is not the plate: %s", r.URL.Path)
				}
				write(w, okData(`{"electrico":0}`))
			})
			moved := client(t, c.base+tt.prefix, nil)
			noError(t, errorOf(moved.Placa(t.Context(), tt.placa, Nothing)))
		})
	}
	s := play(answer(200, okData(`{}`)))
	for _, placa := range []string{"", ".", ".."} {
		expectError(t, errorOf(scripted(t, s).Placa(t.Context(), placa, Nothing)), "placa")
	}
	equal(t, "requests", s.count(), 0)
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	type row struct{ credential, scheme, want string }
	each(t, map[string]row{
		"alone (A1)": {"key", "", "key"}, "scheme": {"key", "Bearer", "Bearer key"}, "from a file": {" key\r\n", "Bearer ", "Bearer  key"},
	}, func(t *testing.T, tt row) {
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			noError(t, err)
			contentType, cache := "", ""
			switch r.Method {
			case http.MethodPost:
				contentType = "application/json"
			case http.MethodGet:
				cache = "no-cache"
			}
			for name, want := range map[string]string{
				"Authorization": tt.want, "Accept": "application/json", "User-Agent": "agent/1",
				"Content-Type": contentType, "Cache-Control": cache,
			} {
				equal(t, r.Method+", "+name, r.Header.Get(name), want)
			}
			if json.Valid(body) != (r.Method == http.MethodPost) || len(r.Header.Values("Authorization")) != 1 {
				t.Errorf("%s has the body %q", r.Method, body)
			}
			write(w, okData(`{"electrico":0}`))
		}, func(c *Config) { c.Credential, c.Scheme, c.UserAgent = tt.credential, tt.scheme, "agent/1" })
		_, read := c.Placa(t.Context(), "A", Nothing)
		noError(t, errors.Join(read, registerPlaca(t.Context(), c), cancelOne(t.Context(), c)))
	})
}

// TestNoRedirect: neither reads nor writes are sent on, and no other host sees the credential.
func TestNoRedirect(t *testing.T) {
	t.Parallel()
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the other host was asked: %s %s %v", r.Method, r.URL, r.Header)
		write(w, okData(`{}`))
	})
	for _, status := range []int{300, 301, 302, 303, 307, 308} {
		for _, to := range []string{other.base, ""} {
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/moved") {
					t.Errorf("%d was followed", status)
				}
				http.Redirect(w, r, to+"/moved", status)
			}, func(c *Config) { c.MaxRetries = 3 })
			_, read := c.Placa(t.Context(), "A", Nothing)
			for _, err := range []error{read, closeFine(t.Context(), c), bookPlace(t.Context(), c)} {
				expectError(t, err, "redirects")
				if !ErrorOf(err).Foreign || !Is(err, Redirected) || !strings.Contains(err.Error(), fmt.Sprint(status)) {
					t.Errorf("%d: %v", status, err)
				}
			}
		}
	}
}

// TestTimeout: the request timeout, and a caller who gives up or runs out of time, end a request at once, also within the answer.
func TestTimeout(t *testing.T) {
	t.Parallel()
	const limit = 500 * time.Millisecond
	type row struct {
		limit func(context.Context) (context.Context, context.CancelFunc)
		kind  Kind
		says  string
	}
	rows := map[string]row{
		"the request timeout": {context.WithCancel, Timeout, "did not answer within request_timeout (1s)"},
		"interrupted": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(limit, cancel)
			return ctx, cancel
		}, Interrupted, "the run was interrupted before the answer"},
		"out of time": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, limit, fmt.Errorf("%w of create", context.DeadlineExceeded))
		}, Interrupted, "the operation timed out of create before the answer"},
	}
	for place, service := range map[string]exchange{"before the answer": silent, "within the answer": begins} {
		for name, tt := range rows {
			inBubble(t, name+" "+place, func(t *testing.T) {
				ctx, cancel := tt.limit(t.Context())
				defer cancel()
				start := time.Now()
				_, err := scripted(t, play(service), func(c *Config) { c.RequestTimeout = 2 * limit }).Placa(ctx, "A", Nothing)
				expectError(t, err, tt.says)
				took, most := time.Since(start), 2*limit
				if tt.kind == Interrupted {
					most = limit
				}
				if !Is(err, tt.kind) || OutcomeOf(err) < Unknown || took > most {
					t.Errorf("got %v after %s", err, took)
				}
			})
		}
	}
}
