package provider

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// tokenWorld is a service with all four operations, and a provider for it.
func tokenWorld(t *testing.T, block values) (*world, *proto) {
	t.Helper()
	w := newWorld(t, sandbox.Options{Credential: "secret-credential"})
	endpoints := values{"login": "/external/login", "generar_token": "/external/token-generar", "obtener_token": "/external/token", "renovar_token": "/external/token-renovar"}
	return w, w.proto(values{"endpoints": endpoints}.with(block))
}

// openToken opens a parking_token; its result is in state.
func openToken(p *proto, config values) result {
	p.t.Helper()
	kind := p.schema.EphemeralResourceSchemas["parking_token"].ValueType()
	resp, err := p.server.OpenEphemeralResource(context.Background(), &tfprotov6.OpenEphemeralResourceRequest{TypeName: "parking_token", Config: p.encode(kind, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	if !resp.RenewAt.IsZero() {
		p.t.Errorf("it is to be renewed at %s", resp.RenewAt)
	}
	return result{state: p.decode(kind, resp.Result), private: resp.Private, diags: resp.Diagnostics}
}

// validateToken checks a parking_token as terraform validate does and gives the errors.
func validateToken(p *proto, config values) []string {
	p.t.Helper()
	resp, err := p.server.ValidateEphemeralResourceConfig(context.Background(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: "parking_token", Config: p.encode(p.schema.EphemeralResourceSchemas["parking_token"].ValueType(), config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

var logIn = values{"operacion": "login", "cuerpo": values{"email": "flota.sur@example.com", "password": "sandbox"}}

// Each operation obtains a token from the service; it and the whole answer are given.
func TestTokenOperations(t *testing.T) {
	t.Parallel()
	w, p := tokenWorld(t, nil)
	for operation, config := range map[string]values{
		"login":         logIn,
		"generar_token": {"operacion": "generar", "cuerpo": values{"nombre": "ci"}},
		"renovar_token": {"operacion": "renovar"},
	} {
		opened := openToken(p, config)
		given := tokens(w)
		w.expectRequests(map[string]int{operation: 1})
		datos, _ := opened.state["datos"].(values)
		if len(opened.diags) > 0 || opened.state["token"] != given[len(given)-1] || datos["token"] != opened.state["token"] || datos["expira"] == nil || len(opened.private) > 0 {
			t.Errorf("%s: %v, %q", operation, opened.state, opened.errors())
		}
		read := openToken(p, values{"operacion": "obtener"})
		if operation != "login" && (len(read.diags) > 0 || read.state["token"] != opened.state["token"]) {
			t.Errorf("obtener after %s: %v, %q", operation, read.state, read.errors())
		}
		w.requests()
		w.exec("DELETE FROM tokens")
	}
}

// What Terraform is given is what is sent, as JSON, and of a reading in the query.
func TestTokenRequest(t *testing.T) {
	t.Parallel()
	var sent, query string
	l := newListener(t, func(rw http.ResponseWriter, r *http.Request) {
		text := make([]byte, max(r.ContentLength, 0))
		_, _ = r.Body.Read(text)
		sent, query = string(text), r.URL.RawQuery
		body(http.StatusOK, `{"estado":"ok","data":"tok"}`)(rw, r)
	})
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(values{"base_url": l.url, "credential": "key", "endpoints": values{"login": "/l", "generar_token": "/g", "obtener_token": "/o"}}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	for _, tt := range []struct {
		config     values
		body, path string
	}{
		{values{"operacion": "login", "cuerpo": values{"usuario": values{"pin": 1234567, "roles": []any{"a", true, nil}}, "x": 1.5}}, `{"usuario":{"pin":1234567,"roles":["a",true,null]},"x":1.5}`, ""},
		{values{"operacion": "login", "cuerpo": values{}}, `{}`, ""},
		{values{"operacion": "generar"}, "", ""},
		{values{"operacion": "obtener", "parametros": values{"nombre": "ci"}}, "", "nombre=ci"},
	} {
		if opened := openToken(p, tt.config); opened.state["token"] != "tok" || sent != tt.body || query != tt.path {
			t.Errorf("%v: sent %q, %q; %v, %q", tt.config, sent, query, opened.state, opened.errors())
		}
	}
}

// While something is not known, nothing is sent and nothing fails.
func TestTokenValidation(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	text, anything := tftypes.NewValue(tftypes.String, tftypes.UnknownValue), tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	for _, config := range []values{
		logIn, {"operacion": "generar"}, {"operacion": "renovar", "cuerpo": values{}}, {"operacion": "obtener", "parametros": values{"a": "b"}, "campo": "token"},
		{"operacion": text, "cuerpo": values{}, "parametros": values{"a": "b"}},
		{"operacion": "login", "cuerpo": anything, "campo": text},
		{"operacion": "login", "cuerpo": values{"password": text}},
		{"operacion": "obtener", "parametros": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, tftypes.UnknownValue)},
	} {
		if errs := validateToken(p, config); len(errs) > 0 {
			t.Errorf("%v: %q", config, errs)
		}
	}
	for _, tt := range []struct {
		config values
		want   []string
	}{
		{values{"operacion": "entrar"}, []string{`"operacion"`, "login"}},
		{values{"operacion": "login", "cuerpo": "a"}, []string{`"cuerpo"`, "not an object"}},
		{values{"operacion": "login", "cuerpo": []any{"a"}}, []string{`"cuerpo"`, "not an object"}},
		{values{"operacion": "obtener", "cuerpo": values{}}, []string{`"cuerpo"`, "obtener sends no body"}},
		{values{"operacion": "login", "parametros": values{"a": "b"}}, []string{`"parametros"`, "login sends a body"}},
		{values{"operacion": "obtener", "parametros": values{"a": nil}}, []string{`"parametros"`, "no value"}},
		{values{"operacion": "login", "campo": ""}, []string{`"campo"`, "at least 1"}},
	} {
		expect(t, fmt.Sprint(tt.config), validateToken(p, tt.config), tt.want...)
	}
}

// As long as the provider configuration is not known, neither is the token, and a
// warning says what it waits for.
func TestTokenOfUnknownProvider(t *testing.T) {
	t.Parallel()
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	opened := openToken(p, logIn)
	token, isUnknown := opened.state["token"].(tftypes.Value)
	expect(t, "unknown", opened.warnings(), "base_url of the provider block", "in the apply")
	if len(opened.errors()) > 0 || !isUnknown || token.IsKnown() {
		t.Errorf("%v, %q", opened.state, opened.errors())
	}
}

// An operation without a path names the attribute to set, and sends nothing.
func TestTokenWithoutEndpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for operacion, attribute := range map[string]string{"login": "login", "generar": "generar_token", "obtener": "obtener_token", "renovar": "renovar_token"} {
		expect(t, operacion, openToken(p, values{"operacion": operacion}).errors(), "set endpoints."+attribute+" in the provider block", "Nothing was sent")
	}
	w.expectRequests(map[string]int{})
}

// A provider configuration without a credential can log in, where it knows the path,
// and do nothing else.
func TestTokenWithoutCredential(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{Credential: "otra-credencial"})
	block := values{"base_url": w.baseURL, "credential_scheme": "Bearer", "max_retries": 0}
	expect(t, "no path", errorsOf(newProtoWithEnv(t, nil).configure(block)), "The credential is not set", "endpoints.login")
	p := newProtoWithEnv(t, nil)
	if diags := p.configure(block.with(values{"endpoints": values{"login": "/external/login", "generar_token": "/external/token-generar"}})); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	var headers []http.Header
	w.answer(func(r *http.Request) http.HandlerFunc { headers = append(headers, r.Header.Clone()); return nil })
	if opened := openToken(p, logIn); len(opened.diags) > 0 {
		t.Error(opened.errors())
	}
	if _, there := headers[0]["Authorization"]; there {
		t.Errorf("the login carries %q", headers[0]["Authorization"])
	}
	w.expectRequests(map[string]int{"login": 1})
	for what, errs := range map[string][]string{
		"generar":  openToken(p, values{"operacion": "generar"}).errors(),
		"resource": p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1}).errors(),
		"data":     p.data("parking_tramo", values{"id": 1}).errors(),
	} {
		expect(t, what, errs, "no credential", "Nothing was sent", "PARKING_CREDENTIAL")
	}
	w.expectRequests(map[string]int{})
}

// What the service fails with, and what is said of it. Nothing is ever sent twice.
func TestTokenFailures(t *testing.T) {
	t.Parallel()
	cut := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	fail := body(http.StatusOK, `{"estado":"fail","error":"Datos incorrectos","errores":{"password":["Es corta"]}}`)
	const unclear = "It is not known whether the service carried this out"
	routes := map[string]string{"login": "POST /external/login", "generar": "POST /external/token-generar", "renovar": "POST /external/token-renovar", "obtener": "GET /external/token"}
	for name, tt := range map[string]struct {
		answer  http.HandlerFunc
		want    map[string][]string // by operation
		summary string
	}{
		"refused field": {fail, map[string][]string{"login": {`"cuerpo").AttributeName("password")`, "The service refuses password", "Es corta", "Datos incorrectos"}, "generar": {"password: Es corta", "Correct what the service complains of"}}, ""},
		"page":          {body(http.StatusOK, "<html>"), map[string][]string{"login": {unclear, "a session whose token nobody has"}, "obtener": {"such as a proxy"}}, ""},
		"lost": {cut, map[string][]string{
			"login":   {unclear, "holds a session whose token nobody has", "logs in once more"},
			"generar": {unclear, "holds a token that nobody has", "ask its operator", "obtener"},
			"renovar": {unclear, "may have taken the place of the credential", "log in once more"},
			"obtener": {"the connection was lost before the answer", "Run again"}}, ""},
		"failed": {body(http.StatusInternalServerError, "<html>"), map[string][]string{"login": {unclear}, "generar": {unclear}, "renovar": {unclear}}, ""},
		"no token": {body(http.StatusOK, `{"estado":"ok","data":{"sesion":{"clave":"Xk3FalsaClave"},"n":1}}`), map[string][]string{
			"login":   {`"campo"`, "carried out login", "texts at sesion.clave", "Set campo", "The session that was opened stays"},
			"generar": {`"campo"`, "The token that was generated stays", "ask its operator to revoke it"},
			"renovar": {`"campo"`, "has taken its place"},
			"obtener": {`"campo"`, "Set campo"}}, "No token in the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for operacion, want := range tt.want {
				w, p := tokenWorld(t, values{"max_retries": 3})
				var asked atomic.Int32
				w.answer(func(r *http.Request) http.HandlerFunc {
					if r.Method+" "+r.URL.Path != routes[operacion] {
						return nil
					}
					asked.Add(1)
					return tt.answer
				})
				config := values{"operacion": operacion}
				if operacion == "login" {
					config = maps.Clone(logIn)
				}
				opened := openToken(p, config)
				expect(t, operacion, opened.errors(), append(want, tt.summary)...)
				if strings.Contains(strings.Join(opened.errors(), ""), "Xk3Falsa") || opened.state["token"] != nil || opened.state["datos"] != nil {
					t.Errorf("%s: %v, %q", operacion, opened.state, opened.errors())
				}
				if n := asked.Load(); n > 1 && operacion != "obtener" {
					t.Errorf("%s was sent %d times", operacion, n)
				}
			}
		})
	}
}
