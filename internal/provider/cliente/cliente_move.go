package cliente

import (
	"context"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// MoveState takes a client from a generic REST provider. The next refresh reads the rest.
func (r *clienteResource) MoveState(context.Context) []resource.StateMover {
	return framework.Move{Noun: "client", Method: http.MethodPost, Segment: "cliente-email", Keys: []string{"email"},
		Address: "parking_cliente.NAME", ImportID: "EMAIL", Personal: true,
		Set: func(ctx context.Context, told framework.Told, resp *resource.MoveStateResponse) (missing []string) {
			email := told.Text("email")
			if framework.CheckEmail(email.ValueString()) != nil {
				return []string{"email"}
			}
			framework.MoveTo(ctx, resp, "email", email)
			for _, name := range []string{"nombre", "Apellidos", "prefijos", "telefono", "cedula"} {
				framework.MoveTo(ctx, resp, strings.ToLower(name), told.Text(name))
			}
			resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, clienteIdentity{email})...)
			return nil
		}}.Movers()
}
