package sandbox

import "testing"

func TestCliente(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	const seeded = `{"estado":"ok","data":{"id":1,"email":"reparto.centro@example.com","nombre":"Reparto Centro",` +
		`"Apellidos":"Municipal","prefijos":"+593","telefono":"022000001","cedula":"0100000001"}}`
	send(t, s, "GET", "/external/cliente", "").want(t, 200, seeded)
	send(t, s, "GET", "/external/cliente-email?email=reparto.centro%40example.com", "").want(t, 200, seeded)
	errores(t, send(t, s, "GET", "/external/cliente-email?email=nadie@example.com", ""), 404)

	send(t, s, "POST", "/external/cliente-email", `{"email":"reparto.centro@example.com","nombre":"Ana","Apellidos":"Paz","prefijos":"+34","telefono":"600","cedula":"X1"}`).
		want(t, 200, `{"estado":"ok","data":{"message":"Cliente actualizado"}}`)
	send(t, s, "GET", "/external/cliente", "").want(t, 200, `{"estado":"ok","data":{"id":1,"email":"reparto.centro@example.com",`+
		`"nombre":"Ana","Apellidos":"Paz","prefijos":"+34","telefono":"600","cedula":"X1"}}`)
	// Updating never registers.
	const newcomer = `{"email":"nueva@example.com","nombre":"Eva","Apellidos":"Sol","prefijos":"+34","telefono":"1","cedula":"2"}`
	errores(t, send(t, s, "POST", "/external/cliente-email", newcomer), 404)

	send(t, s, "PUT", "/external/cliente-registrar", newcomer).want(t, 200, `{"estado":"ok","data":{"id":5,"email":"nueva@example.com",`+
		`"nombre":"Eva","Apellidos":"Sol","prefijos":"+34","telefono":"1","cedula":"2"}}`)
	complains(t, send(t, s, "PUT", "/external/cliente-registrar", newcomer), 422, "email")
}
