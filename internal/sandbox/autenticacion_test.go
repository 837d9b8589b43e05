package sandbox

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestCredential(t *testing.T) {
	t.Parallel()
	configured := open(t, Options{Credential: "secreta"})
	for header, status := range map[string]int{"secreta": 200, "Bearer secreta": 200, "otra": 401, "Bearer otra": 401, "secreta x": 401, "sbx_NADA": 401} {
		send(t, configured, "GET", "/external/informacion", "", "Authorization:"+header).wantStatus(t, status)
	}
	anything := open(t, Options{})
	send(t, anything, "GET", "/external/informacion", "", "Authorization:x").wantStatus(t, 200)
}

func TestTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{Credential: "secreta"})
		const own = "/external/cliente"
		for _, body := range []string{`{"email":"flota.sur@example.com","password":"mala"}`, `{"email":"nadie@example.com","password":"sandbox"}`} {
			errores(t, send(t, s, "POST", "/external/login", body, "Authorization:"), 401)
		}
		// Whoever logs in has no credential yet.
		got := data[token](t, send(t, s, "POST", "/external/login", `{"email":"flota.sur@example.com","password":"sandbox"}`, "Authorization:"))
		if got.Expira != "2000-01-02T00:00:00Z" {
			t.Errorf("expires %s", got.Expira)
		}
		for _, header := range []string{got.Token, "Bearer " + got.Token} {
			if c := data[cliente](t, send(t, s, "GET", own, "", "Authorization:"+header)); c.ID != 3 {
				t.Errorf("the token of client 3 belongs to %d", c.ID)
			}
		}
		if current := data[token](t, send(t, s, "GET", "/external/token", "", "Authorization:"+got.Token)); current != got {
			t.Errorf("got %+v, want %+v", current, got)
		}
		errores(t, send(t, s, "GET", "/external/token", "", "Authorization:secreta"), 404)

		time.Sleep(time.Hour)
		renewed := data[token](t, send(t, s, "POST", "/external/token-renovar", "", "Authorization:"+got.Token))
		time.Sleep(23*time.Hour + time.Second)
		errores(t, send(t, s, "GET", own, "", "Authorization:"+got.Token), 401)
		if c := data[cliente](t, send(t, s, "GET", own, "", "Authorization:"+renewed.Token)); c.ID != 3 {
			t.Errorf("the renewed token belongs to %d", c.ID)
		}
		generated := data[token](t, send(t, s, "POST", "/external/token-generar", `{"nombre":"ci"}`, "Authorization:secreta"))
		if current := data[token](t, send(t, s, "GET", "/external/token", "", "Authorization:secreta")); current != generated {
			t.Errorf("got %+v, want %+v", current, generated)
		}
	})
}
