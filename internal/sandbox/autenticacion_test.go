package sandbox

import "testing"

func TestCredential(t *testing.T) {
	t.Parallel()
	configured := open(t, Options{Credential: "secreta"})
	for header, status := range map[string]int{"secreta": 200, "Bearer secreta": 200, "otra": 401, "Bearer otra": 401, "secreta x": 401, "sbx_NADA": 401} {
		send(t, configured, "GET", "/external/informacion", "", "Authorization:"+header).wantStatus(t, status)
	}
	anything := open(t, Options{})
	send(t, anything, "GET", "/external/informacion", "", "Authorization:x").wantStatus(t, 200)
}
