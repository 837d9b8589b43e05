package provider

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The actions, and a configuration of each that the sandbox's data allow.
const (
	iniciarSancion  = "parking_sancion_iniciar"
	cerrarSancion   = "parking_sancion_cerrar"
	pagarSancion    = "parking_sancion_pagar"
	pagarReserva    = "parking_reserva_pagar"
	extenderReserva = "parking_reserva_extender"
	cancelarReserva = "parking_reserva_cancelar"
)

var actionConfigs = map[string]values{
	iniciarSancion:  {"placa": "VBR-0101", "tramo_id": 4, "observaciones": "Sin tique"},
	cerrarSancion:   {"sancion_id": 1, "observaciones": "Revisada"},
	pagarSancion:    {"sancion_id": 7, "pago_tipo": 1, "pago_codigo": "TX-7"},
	pagarReserva:    {"reserva_id": 1, "pago_tipo": 1, "pago_codigo": "TX-1"},
	extenderReserva: {"reserva_id": 1, "minutos": 30},
	cancelarReserva: {"reserva_id": 1},
}

// What of each of them is on the service once it was carried out, and once only.
var actionEffects = map[string]string{
	iniciarSancion:  "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0101' AND tramo_id = 4 AND observaciones = 'Sin tique'",
	cerrarSancion:   "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada' AND observaciones = 'Revisada'",
	pagarSancion:    "SELECT COUNT(*) FROM pagos WHERE sancion_id = 7 AND codigo = 'TX-7'",
	pagarReserva:    "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND codigo = 'TX-1'",
	extenderReserva: "SELECT (minutos - 20) / 30 FROM reservas WHERE id = 1",
	cancelarReserva: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND estado = 'cancelada'",
}

// What of them the service calls the operation of each.
var actionOperations = map[string]string{
	iniciarSancion: "iniciar_sancion", cerrarSancion: "sancion_cerrar", pagarSancion: "sancion_pagar",
	pagarReserva: "reserva_pagar", extenderReserva: "reserva_extender", cancelarReserva: "reserva_cancelar",
}

// bothPaths configures the paths of both operations on sanctions, and startPath that
// of starting one alone.
var (
	bothPaths = values{"endpoints": values{"sanciones": sanciones, "iniciar_sancion": "/external/sancion-iniciar"}}
	startPath = values{"endpoints": values{"iniciar_sancion": "/external/sancion-iniciar"}}
)

// conReserva is conVehiculo with its reservation 1 of 20 minutes, and no requests yet.
func conReserva(t *testing.T) *world {
	t.Helper()
	w, _, _ := reservaWorld(t, declaredReserva, nil)
	return w
}

// invoked is what an invocation gave: the lines that it showed, and how it ended.
type invoked struct {
	lines []string
	diags []*tfprotov6.Diagnostic
}

func (i invoked) errors() []string { return errorsOf(i.diags) }

func (i invoked) warnings() []string { return textsOf(i.diags, tfprotov6.DiagnosticSeverityWarning) }

// expectLines fails the test unless an invocation showed exactly these, without
// errors and warnings.
func (i invoked) expectLines(t *testing.T, lines ...string) {
	t.Helper()
	if !slices.Equal(i.lines, lines) || len(i.diags) > 0 {
		t.Errorf("it shows\n  %q\nand ends with %q, %q; wanted\n  %q", i.lines, i.errors(), i.warnings(), lines)
	}
}

func (p *proto) actions() tfprotov6.ActionServer {
	p.t.Helper()
	server, ok := p.server.(tfprotov6.ActionServer)
	if !ok {
		p.t.Fatal("the server offers no actions")
	}
	return server
}

func (p *proto) actionConfig(typeName string, config values) *tfprotov6.DynamicValue {
	p.t.Helper()
	return p.encode(p.schema.ActionSchemas[typeName].Schema.ValueType(), config)
}

// validateAction checks a configuration as terraform validate does, and planAction
// plans it; each gives the errors.
func (p *proto) validateAction(typeName string, config values) []string {
	p.t.Helper()
	resp, err := p.actions().ValidateActionConfig(context.Background(), &tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

func (p *proto) planAction(typeName string, config values) []string {
	p.t.Helper()
	resp, err := p.actions().PlanAction(context.Background(), &tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return errorsOf(resp.Diagnostics)
}

// invoke plans an action and invokes it, as Terraform does.
func (p *proto) invoke(typeName string, config values) (out invoked) {
	p.t.Helper()
	if failed := p.planAction(typeName, config); len(failed) > 0 {
		p.t.Fatal(failed)
	}
	stream, err := p.actions().InvokeAction(context.Background(), &tfprotov6.InvokeActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			out.lines = append(out.lines, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			out.diags = event.Diagnostics
		}
	}
	return out
}
