package parking

import (
	"fmt"
	"strings"
)

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
func endpoint(area, name, method, path string, repeatable bool) (operation, error) {
	if path == "" {
		return operation{}, fmt.Errorf("%s: %w: the service's documentation does not publish this path; set endpoints.%s in the provider block", name, ErrNoEndpoint, name)
	}
	// Without the slash the path would run into the host's name, and the
	// credential would go to another host.
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#{") {
		return operation{}, fmt.Errorf("%s: endpoints.%s is %q; it must be a path that begins with a slash, without a query", name, name, path)
	}
	return operation{area, name, method, path, repeatable}, nil
}
