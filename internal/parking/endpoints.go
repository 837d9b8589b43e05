package parking

import "fmt"

// Endpoints are the paths of the operations that exist but whose path the
// document does not publish, each beginning with a slash. An empty one is not
// configured: the operation then gives ErrNoEndpoint.
type Endpoints struct {
	Login            string // POST, user login
	GenerarToken     string // POST, generate an API token
	ObtenerToken     string // GET, the current API token
	RenovarToken     string // POST, renew the session token
	RegistrarCliente string // PUT, register a client
	Sanciones        string // GET, list sanctions
	IniciarSancion   string // POST, start a sanction
	Informacion      string // GET, application information
	FAQGrupos        string // GET, FAQ groups
}

// endpoint gives the operation at a configured path.
func endpoint(name, method, path string, repeatable bool) (operation, error) {
	if path == "" {
		return operation{}, fmt.Errorf("%s: %w: the service's documentation does not publish this path; set endpoints.%s in the provider block", name, ErrNoEndpoint, name)
	}
	return operation{name, method, path, repeatable}, nil
}
