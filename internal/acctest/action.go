package acctest

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The actions.
const (
	IniciarSancion  = "parking_sancion_iniciar"
	CerrarSancion   = "parking_sancion_cerrar"
	PagarSancion    = "parking_sancion_pagar"
	BloquearReserva = "parking_reserva_bloquear"
	PagarReserva    = "parking_reserva_pagar"
	ExtenderReserva = "parking_reserva_extender"
	CancelarReserva = "parking_reserva_cancelar"
)

// ActionConfigs has for each action a configuration that suits the sandbox's data.
var ActionConfigs = map[string]Values{
	IniciarSancion:  {"placa": "VBR-0101", "tramo_id": 4, "observaciones": "Sin tique"},
	CerrarSancion:   {"sancion_id": 1, "observaciones": "Revisada"},
	PagarSancion:    {"sancion_id": 7, "pago_tipo": 1, "pago_codigo": "TX-7"},
	BloquearReserva: {"tramo_id": 6, "vehiculo_id": 1, "minutos": 30, "pago": Values{"pago_tipo": 1, "pago_codigo": "TX-6"}},
	PagarReserva:    {"reserva_id": 1, "pago_tipo": 1, "pago_codigo": "TX-1"},
	ExtenderReserva: {"reserva_id": 1, "minutos": 30},
	CancelarReserva: {"reserva_id": 1},
}

// ActionEffects has for each of ActionConfigs a query that gives 1 if it took effect exactly once.
var ActionEffects = map[string]string{
	IniciarSancion:  "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0101' AND tramo_id = 4 AND observaciones = 'Sin tique'",
	CerrarSancion:   "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada' AND observaciones = 'Revisada'",
	PagarSancion:    "SELECT COUNT(*) FROM pagos WHERE sancion_id = 7 AND codigo = 'TX-7'",
	BloquearReserva: "SELECT COUNT(*) FROM reservas WHERE tramo_id = 6 AND minutos = 30",
	PagarReserva:    "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND codigo = 'TX-1'",
	ExtenderReserva: "SELECT (minutos - 20) / 30 FROM reservas WHERE id = 1",
	CancelarReserva: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND estado = 'cancelada'",
}

// ActionOperations has the service's name of the operation that each action calls.
var ActionOperations = map[string]string{
	IniciarSancion: "iniciar_sancion", CerrarSancion: "sancion_cerrar", PagarSancion: "sancion_pagar",
	BloquearReserva: "reserva_bloquear", PagarReserva: "reserva_pagar", ExtenderReserva: "reserva_extender", CancelarReserva: "reserva_cancelar",
}

var (
	// BothPaths configures the paths of listing sanctions and of starting one.
	BothPaths = Values{"endpoints": Values{"sanciones": Sanciones, "iniciar_sancion": "/external/sancion-iniciar"}}
	// StartPath configures only the path of starting a sanction.
	StartPath = Values{"endpoints": Values{"iniciar_sancion": "/external/sancion-iniciar"}}
)

// ConReserva is ConVehiculo with its reservation 1 of 20 minutes, and no requests yet.
func ConReserva(t *testing.T) *Server {
	t.Helper()
	w, _, _ := ReservaServer(t, DeclaredReserva, nil)
	return w
}

// ExpectLines fails the test unless an invocation showed exactly these, without
// errors and warnings.
func (r Result) ExpectLines(t *testing.T, lines ...string) {
	t.Helper()
	if !slices.Equal(r.Lines, lines) || len(r.Diags) > 0 {
		t.Errorf("got the lines\n  %q\nwanted\n  %q\nerrors %q, warnings %q, wanted none", r.Lines, lines, r.Errors(), r.Warnings())
	}
}

func (p *Proto) actionConfig(typeName string, config Values) *tfprotov6.DynamicValue {
	p.T.Helper()
	return p.Encode(p.Schema.ActionSchemas[typeName].Schema.ValueType(), config)
}

// ValidateAction checks a configuration as terraform validate does, and gives the errors.
func (p *Proto) ValidateAction(typeName string, config Values) []string {
	p.T.Helper()
	resp, err := serverOf[tfprotov6.ActionServer](p).ValidateActionConfig(context.Background(),
		&tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	Must(p.T, err)
	return ErrorsOf(p.Saw(resp.Diagnostics))
}

// PlanAction plans an invocation, and gives the errors.
func (p *Proto) PlanAction(typeName string, config Values) []string {
	p.T.Helper()
	return p.PlannedAction(typeName, config).Errors()
}

// PlannedAction plans an invocation.
func (p *Proto) PlannedAction(typeName string, config Values) Result {
	p.T.Helper()
	resp, err := serverOf[tfprotov6.ActionServer](p).PlanAction(context.Background(),
		&tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	Must(p.T, err)
	return Result{Diags: p.Saw(resp.Diagnostics)}
}

// Invoke plans an action and invokes it, as Terraform does.
func (p *Proto) Invoke(typeName string, config Values) (out Result) {
	p.T.Helper()
	if failed := p.PlanAction(typeName, config); len(failed) > 0 {
		p.T.Fatal(failed)
	}
	return p.InvokePlanned(typeName, config)
}

// InvokePlanned invokes an action that was planned.
func (p *Proto) InvokePlanned(typeName string, config Values) (out Result) {
	p.T.Helper()
	stream, err := serverOf[tfprotov6.ActionServer](p).InvokeAction(context.Background(),
		&tfprotov6.InvokeActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
	Must(p.T, err)
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			out.Lines = append(out.Lines, event.Message)
			p.saw("progress", event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			out.Diags = p.Saw(event.Diagnostics)
		}
	}
	return out
}
