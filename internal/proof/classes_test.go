package proof

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// operations names what the client calls the operations of requests.
var operations = map[string]string{
	"GET tipo-vehiculo": "tipo_vehiculo", "GET tramo": "tramo", "GET placa": "placa",
	"POST placa": "registrar_placa", "PUT placa": "actualizar_placa",
	"GET vehiculo": "vehiculo", "GET vehiculos": "vehiculos", "POST vehiculo": "registrar_vehiculo",
	"GET cliente": "cliente", "GET cliente-email": "cliente_email",
	"POST cliente-email": "actualizar_cliente", "PUT cliente-registrar": "registrar_cliente",
	"GET zona-favorita": "zonas_favoritas", "PUT zona-favorita": "guardar_zona_favorita", "DELETE zona-favorita": "borrar_zona_favorita",
	"GET reservas": "reservas", "GET reservas-activas": "reservas_activas", "POST reserva-bloquear": "reserva_bloquear",
	"PUT reserva-pagar": "reserva_pagar", "PUT reserva-extender": "reserva_extender", "PUT reserva-cancelar": "reserva_cancelar",
	"GET sanciones": "sanciones", "POST sancion-iniciar": "iniciar_sancion",
	"PUT sancion-cerrar": "sancion_cerrar", "PUT sancion-pagar": "sancion_pagar",
	"POST login": "login", "POST token-generar": "generar_token", "POST token-renovar": "renovar_token",
}

var endpoints = parking.Endpoints{"registrar_cliente": "/external/cliente-registrar", "sanciones": "/external/sanciones",
	"iniciar_sancion": "/external/sancion-iniciar", "login": "/external/login", "generar_token": "/external/token-generar",
	"renovar_token": "/external/token-renovar"}

// TestClasses: the client makes the same of all replies of a class, in each operation, and of no two classes. So the search takes one
// reply of each.
func TestClasses(t *testing.T) {
	t.Parallel()
	for asked, operation := range operations {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			r := Request{Operation: asked, Element: "1", Query: url.Values{}}
			known := map[string]string{}
			for _, fault := range Faults {
				if len(fault.replies) == 0 || fault.replies[0].Hangs || fault.accepts || fault.Event != NoEvent || fault.After > 0 ||
					!fault.applies(r) {
					continue
				}
				class := told(t, r, fault.replies[0])
				for _, reply := range fault.replies[1:] {
					if got := told(t, r, reply); got != class {
						t.Errorf("%s: %+v is %s, and %+v is %s", fault.Name, reply, got, fault.replies[0], class)
					}
				}
				if other, is := known[fmt.Sprint(class, fault.Done)]; is {
					t.Errorf("%s is the same as %s: %s", fault.Name, other, class)
				}
				known[fmt.Sprint(class, fault.Done)] = fault.Name
			}
		})
	}
}

// told gives what the client decides by, when a request is answered so.
func told(t *testing.T, r Request, reply Reply) string {
	t.Helper()
	c, err := parking.New(parking.Config{BaseURL: "https://parking.example.com", Credential: "x", Endpoints: endpoints,
		Transport: transport(reply.End)})
	if err == nil {
		err = c.Ask(t.Context(), parking.Question{Operation: operations[r.Operation], Element: r.Element, Query: r.Query, Body: r.Body})
	}
	if err == nil || parking.ErrorOf(err).Kind == parking.Invalid { // the operation is not asked
		t.Fatalf("%s: %v", r.Operation, err)
	}
	e := parking.ErrorOf(err)
	if r.Reads() {
		return fmt.Sprintf("denied %t, passes %t, refused %t", parking.Denied(err), e.Passing, framework.IsRefused(err))
	}
	return fmt.Sprintf("outcome %d, passes %t, throttled %t, credential %t, refused %t, of a field %t", parking.OutcomeOf(err), e.Passing,
		parking.Is(err, parking.Throttled), parking.Is(err, parking.Unauthorized) && e.Status == http.StatusUnauthorized,
		framework.IsRefused(err), len(e.Fields) > 0)
}
