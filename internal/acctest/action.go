package acctest

import (
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

// BothPaths configures the paths of listing sanctions and of starting one.
var BothPaths = Values{"endpoints": Values{"sanciones": Sanciones, "iniciar_sancion": "/external/sancion-iniciar"}}

// ConReserva is ConVehiculo with its reservation 1 of 20 minutes, and no requests yet.
func ConReserva(t *testing.T) *Server {
	t.Helper()
	w, _, _ := ReservaServer(t, DeclaredReserva, nil)
	return w
}

func (p *Proto) actionConfig(typeName string, config Values) *tfprotov6.DynamicValue {
	return p.Encode(p.Schema.ActionSchemas[typeName].Schema.ValueType(), config)
}

// PlanAction plans an invocation, and gives the errors.
func (p *Proto) PlanAction(typeName string, config Values) []string {
	return p.PlannedAction(typeName, config).Errors()
}

// PlannedAction plans an invocation.
func (p *Proto) PlannedAction(typeName string, config Values) Result {
	return Result{Diags: p.Saw(ask(p, serverOf[tfprotov6.ActionServer](p).PlanAction,
		&tfprotov6.PlanActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)}).Diagnostics)}
}

// Invoke plans an action and invokes it, as Terraform does.
func (p *Proto) Invoke(typeName string, config Values) (out Result) {
	if failed := p.PlanAction(typeName, config); len(failed) > 0 {
		p.T.Fatal(failed)
	}
	return p.InvokePlanned(typeName, config)
}

// InvokePlanned invokes an action that was planned.
func (p *Proto) InvokePlanned(typeName string, config Values) (out Result) {
	stream := ask(p, serverOf[tfprotov6.ActionServer](p).InvokeAction,
		&tfprotov6.InvokeActionRequest{ActionType: typeName, Config: p.actionConfig(typeName, config)})
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
