package cliente

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a client from a generic REST provider. The next refresh reads the rest.
func (r *clienteResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "client", Method: http.MethodPost, Segment: "cliente-email", Keys: []string{"email"},
		Identity: []string{"email"}, Address: "parking_cliente.NAME", ImportID: "EMAIL", Personal: true,
		Attributes: func(told framework.Told) map[string]attr.Value {
			return map[string]attr.Value{"email": told.Text("email", framework.CheckEmail), "nombre": told.Text("nombre"),
				"apellidos": told.Text("Apellidos"), "prefijos": told.Text("prefijos"), "telefono": told.Text("telefono"),
				"cedula": told.Text("cedula")}
		}}.Movers()
}
