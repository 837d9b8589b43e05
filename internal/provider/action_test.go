package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
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

func (i invoked) errors() []string   { return errorsOf(i.diags) }
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

// Every action of the provider passes through its server, under its name.
func TestActionsAreServed(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	metadata, err := p.server.GetMetadata(t.Context(), &tfprotov6.GetMetadataRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range metadata.Actions {
		names = append(names, a.TypeName)
	}
	slices.Sort(names)
	want := slices.Sorted(maps.Keys(actionConfigs))
	if !slices.Equal(names, want) || !slices.Equal(slices.Sorted(maps.Keys(p.schema.ActionSchemas)), want) {
		t.Errorf("actions %q, with schemas of %q", names, slices.Sorted(maps.Keys(p.schema.ActionSchemas)))
	}
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(bothPaths)
	unknown := tftypes.UnknownValue
	for name, config := range actionConfigs {
		if failed := p.validateAction(name, config.with(values{"timeouts": values{"invoke": "5m"}})); len(failed) > 0 {
			t.Errorf("%s: %q", name, failed)
		}
		open := values{}
		for attribute, value := range config {
			kind := tftypes.Type(tftypes.Number)
			if _, text := value.(string); text {
				kind = tftypes.String
			}
			open[attribute] = tftypes.NewValue(kind, unknown)
		}
		if failed := append(p.validateAction(name, open), p.planAction(name, open)...); len(failed) > 0 {
			t.Errorf("%s, not known yet: %q", name, failed)
		}
		expect(t, name, p.validateAction(name, config.with(values{"timeouts": values{"invoke": "soon"}})), "timeouts", "soon")
	}
	for _, c := range []struct {
		action    string
		attribute string
		value     any
		says      string
	}{
		{iniciarSancion, "placa", " VBR-0101", "blank"}, {iniciarSancion, "tramo_id", 0, "at least 1"}, {iniciarSancion, "observaciones", "", "at least 1"},
		{cerrarSancion, "sancion_id", -1, "at least 1"}, {cerrarSancion, "observaciones", "", "at least 1"},
		{pagarSancion, "sancion_id", 0, "at least 1"}, {pagarSancion, "pago_codigo", "", "is empty"}, {pagarSancion, "cliente_id", 0, "at least 1"},
		{pagarReserva, "reserva_id", 0, "at least 1"}, {pagarReserva, "pago_codigo", "TX ", "blank"},
		{extenderReserva, "reserva_id", 0, "at least 1"}, {extenderReserva, "minutos", 25, "provider::parking::minutos(25)"}, {extenderReserva, "minutos", -10, "positive multiple of 10"},
		{cancelarReserva, "reserva_id", 0, "at least 1"},
	} {
		t.Run(fmt.Sprint(c.action, c.attribute, c.value), func(t *testing.T) {
			t.Parallel()
			expect(t, "error", p.validateAction(c.action, actionConfigs[c.action].with(values{c.attribute: c.value})), fmt.Sprintf("AttributeName(%q)", c.attribute), c.says)
		})
	}
	w.expectRequests(map[string]int{})
}

// A sanction that cannot be started for want of its path is refused by the plan, as
// far as the provider's configuration is known.
func TestSancionIniciarWithoutItsPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	expect(t, "error", p.planAction(iniciarSancion, actionConfigs[iniciarSancion]), "Unable to start sanction", `of plate "VBR-0101" in section 4`, "endpoints.iniciar_sancion", "Nothing was sent")
	later := newProto(t)
	later.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"})
	if failed := later.planAction(iniciarSancion, actionConfigs[iniciarSancion]); len(failed) > 0 {
		t.Errorf("the provider is not known yet: %q", failed)
	}
	w.expectRequests(map[string]int{})
}

// What each action shows, asks of the service, and brings about.
func TestActions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		made  map[string]int
	}{
		iniciarSancion:  {[]string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, map[string]int{"sanciones": 1, "iniciar_sancion": 1}},
		cerrarSancion:   {[]string{"Closing sanction 1.", "Sanction 1 is closed."}, map[string]int{"sancion_cerrar": 1}},
		pagarSancion:    {[]string{"Looking whether sanction 7 is paid already.", "Recording the payment of sanction 7.", "Sanction 7 is paid."}, map[string]int{"sanciones": 1, "sancion_pagar": 1}},
		pagarReserva:    {[]string{"Looking whether reservation 1 is paid already.", "Recording the payment of reservation 1.", "Reservation 1 is paid."}, map[string]int{"reservas_activas": 1, "reserva_pagar": 1}},
		extenderReserva: {[]string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, map[string]int{"reservas_activas": 1, "reserva_extender": 1}},
		cancelarReserva: {[]string{"Looking whether reservation 1 is active.", "Cancelling reservation 1.", "Reservation 1 is cancelled."}, map[string]int{"reservas_activas": 1, "reserva_cancelar": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			w.proto(bothPaths).invoke(name, actionConfigs[name]).expectLines(t, c.lines...)
			w.expectRequests(c.made)
			if n := w.count(actionEffects[name]); n != 1 {
				t.Errorf("it took effect %d times", n)
			}
		})
	}
}

// Optional attributes arrive, and those that are left out are not sent.
func TestActionsSendWhatIsDeclared(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	p := w.proto(bothPaths)
	p.invoke(pagarReserva, actionConfigs[pagarReserva].with(values{"enviar_recibo": true, "pago_tipo": 3}))
	p.invoke(pagarSancion, actionConfigs[pagarSancion].with(values{"cliente_id": 2}))
	p.invoke(cerrarSancion, values{"sancion_id": 2})
	p.invoke(iniciarSancion, values{"placa": "VBR-0199", "tramo_id": 4})
	for what, query := range map[string]string{
		"receipts":         "SELECT COUNT(*) FROM recibos WHERE reserva_id = 1",
		"type of payment":  "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND tipo = 3",
		"paying client":    "SELECT COUNT(*) FROM sanciones WHERE id = 7 AND cliente_id = 2",
		"remarks kept":     "SELECT COUNT(*) FROM sanciones WHERE id = 2 AND estado = 'cerrada' AND observaciones = 'Sin tique visible'",
		"without remarks":  "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0199' AND observaciones IS NULL",
		"nothing besides":  "SELECT COUNT(*) = 2 FROM pagos",
		"one sanction new": "SELECT COUNT(*) = 9 FROM sanciones",
	} {
		if n := w.count(query); n != 1 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// After Ctrl-C nobody takes messages any more. What was sent is answered all the same,
// and the action ends instead of waiting for a listener.
func TestActionWithoutAListener(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	client, err := parking.New(parking.Config{BaseURL: w.baseURL, Credential: "x"})
	if err != nil {
		t.Fatal(err)
	}
	p := newProto(t)
	var schema action.SchemaResponse
	extend := &reservaExtenderAction{actionBase{&service{client: client}}}
	extend.Schema(t.Context(), action.SchemaRequest{}, &schema)
	kind := p.schema.ActionSchemas[extenderReserva].Schema.ValueType()
	request := action.InvokeRequest{Config: tfsdk.Config{Schema: schema.Schema, Raw: p.value(kind, map[string]any(actionConfigs[extenderReserva]))}}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan struct{})
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	var said int
	go func() {
		defer close(ended)
		extend.Invoke(ctx, request, &action.InvokeResponse{SendProgress: func(action.InvokeProgressEvent) {
			if said++; said == 2 { // the extension is answered
				interrupt()
				<-forever
			}
		}})
	}()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("it waits for somebody to listen")
	}
	if n := w.count(actionEffects[extenderReserva]); n != 1 || said != 2 {
		t.Errorf("extended %d times, %d messages", n, said)
	}
}
