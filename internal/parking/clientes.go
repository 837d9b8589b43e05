package parking

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Cliente is a client's record.
type Cliente struct {
	ID                                                   *int64 // nil when left out
	Email, Nombre, Apellidos, Prefijos, Telefono, Cedula Field[string]
}

var clienteKind = kind{name: "client", ids: []string{"id", "cliente_id"}, nameless: true,
	signs: []string{"email", "Apellidos", "apellidos", "prefijos", "telefono", "cedula"}}

// ClienteRequest is the wanted state of a client; all six fields are required.
type ClienteRequest struct {
	hidden
	Email     string `json:"email"`
	Nombre    string `json:"nombre"`
	Apellidos string `json:"Apellidos"` // the service spells it with a capital A
	Prefijos  string `json:"prefijos"`
	Telefono  string `json:"telefono"`
	Cedula    string `json:"cedula"`
	ID        int64  `json:"-"` // for the audit log, 0 if it is not known: the service knows a client by the address
}

// sensitive gives what identifies the person.
func (r ClienteRequest) sensitive() []string {
	return []string{r.Email, r.Nombre, r.Apellidos, r.Telefono, r.Cedula}
}

// Cliente reads the client that the credential belongs to.
func (c *Client) Cliente(ctx context.Context) (Cliente, error) {
	return c.cliente(ctx, call{op: opCliente})
}

// ClienteByEmail reads a client (A4): by the address as it is spelled, and if that is denied in lower case, as it may be stored.
func (c *Client) ClienteByEmail(ctx context.Context, email string, follows Follows) (Cliente, error) {
	return c.clienteByEmail(ctx, email, []string{email}, follows)
}

func (c *Client) clienteByEmail(ctx context.Context, email string, sensitive []string, follows Follows) (Cliente, error) {
	out, err := inEverySpelling(slices.Compact([]string{email, strings.ToLower(email)}), func(email string) (Cliente, error) {
		return c.cliente(ctx, call{op: opClienteEmail, query: url.Values{"email": {email}}, sensitive: sensitive, follows: follows})
	})
	return out.of(email, opClienteEmail, err)
}

// UpdateCliente changes an existing client to the given state. The service answers with a message only.
func (c *Client) UpdateCliente(ctx context.Context, request ClienteRequest) error {
	_, err := c.do(ctx, call{op: opActualizarCliente, body: request, sensitive: request.sensitive(), private: true,
		about: audit.Subject{ClienteID: request.ID}})
	return err
}

// RegisterCliente creates a client that the caller looked up and did not find (A14). It returns what the service
// answers, or holds if the answer was lost. NoEndpoint if its path is not configured.
func (c *Client) RegisterCliente(ctx context.Context, request ClienteRequest) (Written[Cliente], error) {
	return carryOut(ctx, c, once[Cliente]{
		op: opRegistrarCliente, about: audit.Subject{ClienteID: request.ID},
		made: func(about *audit.Subject, held Cliente) { about.ClienteID = cmp.Or(valueOf(held.ID), about.ClienteID) },
		send: func(ctx context.Context, tries *attempts) (Cliente, error) {
			out, err := c.cliente(ctx, call{op: opRegistrarCliente, body: request, sensitive: request.sensitive(), tries: tries})
			return out.of(request.Email, opRegistrarCliente, err)
		},
		look: func(ctx context.Context) (Cliente, bool, error) {
			return isThere(c.clienteByEmail(ctx, request.Email, request.sensitive(), Creation))
		},
	})
}

// of rejects the record of another client.
func (r Cliente) of(email string, op operation, err error) (Cliente, error) {
	if err == nil && r.Email.Value != nil && !strings.EqualFold(*r.Email.Value, email) {
		return Cliente{}, UnexpectedAnswer(op.name, "A4", "the service returned another e-mail address than the requested one")
	}
	return r, err
}

func (c *Client) cliente(ctx context.Context, call call) (Cliente, error) {
	call.private, call.records = true, clienteKind.one
	return readRecord(ctx, c, call, func(r *record) (Cliente, error) {
		return checked(r, Cliente{
			ID: r.Identifier(clienteKind.ids...).Value, Email: r.Text("email"), Nombre: r.Text("nombre"),
			Apellidos: r.Text("Apellidos", "apellidos"), Prefijos: r.Text("prefijos"), Telefono: r.Text("telefono"),
			Cedula: r.Text("cedula"),
		})
	})
}
