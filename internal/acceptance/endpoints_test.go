package acceptance

import (
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// endpointCases are the ways to ask an operation whose path is not published, by what
// asks it in the guide about operations, and what the error says without the path.
var endpointCases = []struct {
	operation, asker string
	says             string
	ask              func(*acctest.Proto) []string // gives the errors
}{
	{"faq_grupos", "data source parking_faq_grupos", "Unable to read groups of questions",
		func(p *acctest.Proto) []string { return p.Data("parking_faq_grupos", acctest.Values{}).Errors() }},
	{"informacion", "data source parking_informacion", "Unable to read application information",
		func(p *acctest.Proto) []string { return p.Data("parking_informacion", acctest.Values{}).Errors() }},
	{"sanciones", "data source parking_sanciones", "Unable to read sanctions",
		func(p *acctest.Proto) []string { return p.Data("parking_sanciones", acctest.Values{}).Errors() }},
	// It closes and pays without the list; an import has to be read.
	{"sanciones", "resource parking_sancion", "Unable to import sanction",
		func(p *acctest.Proto) []string {
			return p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "1")).Errors()
		}},
	{"login", "ephemeral resource parking_token", "Unable to obtain token",
		func(p *acctest.Proto) []string {
			return tokenErrors(p, acctest.Values{"operacion": "login", "cuerpo": acctest.Values{"email": "flota.sur@example.com", "password": "sandbox"}})
		}},
	{"generar_token", "ephemeral resource parking_token", "Unable to obtain token",
		func(p *acctest.Proto) []string { return tokenErrors(p, acctest.Values{"operacion": "generar"}) }},
	{"obtener_token", "ephemeral resource parking_token", "Unable to read token",
		func(p *acctest.Proto) []string {
			tokenErrors(p, acctest.Values{"operacion": "generar"}) // there has to be one
			return tokenErrors(p, acctest.Values{"operacion": "obtener"})
		}},
	{"renovar_token", "ephemeral resource parking_token", "Unable to obtain token",
		func(p *acctest.Proto) []string { return tokenErrors(p, acctest.Values{"operacion": "renovar"}) }},
	{"iniciar_sancion", "action parking_sancion_iniciar", "Unable to start sanction",
		func(p *acctest.Proto) []string {
			config := acctest.Values{"placa": "VBR2210", "tramo_id": 5}
			if failed := p.PlanAction(acctest.IniciarSancion, config); len(failed) > 0 {
				return failed
			}
			return p.Invoke(acctest.IniciarSancion, config).Errors()
		}},
	{"registrar_cliente", "resource parking_cliente", "No such client",
		func(p *acctest.Proto) []string {
			return p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente).Errors()
		}},
}

// Without its path an operation is not sent, and the error names the attribute to set;
// with it the operation is asked.
func TestEndpoints(t *testing.T) {
	t.Parallel()
	paths := acctest.Values{}
	for _, op := range operationsOfContract(t) {
		if op.PathAssumed {
			paths[op.ID] = op.Path
		}
	}
	for _, c := range endpointCases {
		t.Run(c.operation+" "+c.asker, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			others := paths.With(acctest.Values{c.operation: nil})
			for _, endpoints := range []any{nil, others} {
				errs := c.ask(w.Proto(acctest.Values{"endpoints": endpoints}))
				acctest.Expect(t, "without the path", errs, c.says)
				if made := w.Requests(); made[c.operation] > 0 || made[""] > 0 {
					t.Errorf("it asked all the same: %v", made)
				}
			}
			if errs := c.ask(w.Proto(acctest.Values{"endpoints": paths})); len(errs) > 0 {
				t.Errorf("with the path: %q", errs)
			}
			if made := w.Requests(); made[c.operation] != 1 {
				t.Errorf("with the path it asked %v", made)
			}
		})
	}
}

// tokenErrors opens a parking_token and gives the errors.
func tokenErrors(p *acctest.Proto, config acctest.Values) []string {
	p.T.Helper()
	return p.Open("parking_token", config).Errors()
}

// Everything that asks such an operation, as the guide says, and is in the provider, is tried above.
func TestEndpointsOfEverything(t *testing.T) {
	t.Parallel()
	kinds := schemaKinds(acctest.NewProto(t).Schema)
	for _, row := range guideRows(t) {
		if !strings.Contains(row.request, "`endpoints.") {
			continue
		}
		for _, a := range row.asked {
			tried := false
			for _, c := range endpointCases {
				tried = tried || c.operation == row.operation && c.asker == a.kind+" "+a.name
			}
			if !tried && slices.Contains(kinds[a.kind], a.name) {
				t.Errorf("endpointCases does not ask %s through the %s %s", row.operation, a.kind, a.name)
			}
		}
	}
}
