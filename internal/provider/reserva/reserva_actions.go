package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// reservaID is the attribute reserva_id of the actions on a reservation.
var reservaID = framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`.")

// warnAction says in the plan what an action does to a reservation, and whose it is, as far as the lists show.
func warnAction(ctx context.Context, s *framework.Service, id types.Int64, does framework.Doing, diags *diag.Diagnostics) {
	if !known(id) {
		return
	}
	of := ""
	if held, _, err := s.Client.FindReserva(ctx, id.ValueInt64(), nil); err == nil && held.VehiculoID.Value != nil &&
		held.TramoID.Value != nil {
		of = fmt.Sprintf("It is of vehicle %d in section %d.", *held.VehiculoID.Value, *held.TramoID.Value)
	}
	does.Warn("Reservation "+id.String(), of, diags)
}

type bloquearModel struct {
	booking
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

var reservaBloquear = framework.Act("reserva_bloquear", schema.Schema{
	MarkdownDescription: bloquearDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"tramo_id":    framework.IdentifierAttribute("Identifier of the section."),
		"vehiculo_id": framework.IdentifierAttribute("Identifier of the vehicle, `parking_vehiculo.….id`."),
		"celda_id":    framework.OptionalIDAttribute("Identifier of the parking space, if a particular one is wanted."),
		"conector_id": framework.OptionalIDAttribute("Identifier of the charging connector."),
		"minutos":     minutosAttribute(bloquearMinutosDoc),
		"pago": framework.PagoAttribute("Payment of the reservation. If omitted, it is not paid.", "enviar_recibo",
			schema.BoolAttribute{MarkdownDescription: enviarReciboDoc, Optional: true}),
	},
}, func(ctx context.Context, s *framework.Service, config bloquearModel, diags *diag.Diagnostics) {
	warnBooked(ctx, s, config.booking, diags)
}, func(ctx context.Context, s *framework.Service, config bloquearModel, say framework.Tell, diags *diag.Diagnostics) {
	say("Booking %s for %s minutes.", config.booking, config.Minutos)
	made, there, err := s.Client.BookReserva(ctx, config.request())
	if err != nil {
		books(config.booking, framework.InvokeAgain).Fail(err, diags)
		return
	}
	say("Reservation %d is booked.", made.ID)
	config.warnTwice(made, there, diags)
	if config.Pago.IsNull() {
		return
	}
	id, pago := fmt.Sprint(made.ID), config.pago()
	_, err = s.Client.PayReserva(ctx, made.ID, pago.request(), config.request().Among())
	then := fmt.Sprintf(payWithActionText, made.ID)
	switch o := pays(id, pago, "pago", config.check(), then); {
	case err == nil:
		say("Reservation %d is paid.", made.ID)
	case !o.Unclear(err, diags.AddError):
		unpaid(o, id, err, then, diags.AddError)
	}
})

type pagarModel struct {
	ReservaID types.Int64 `tfsdk:"reserva_id"`
	reservaPago
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

var reservaPagar = framework.Act("reserva_pagar", schema.Schema{
	MarkdownDescription: pagarDoc + framework.OnlyTerraform,
	Attributes: map[string]schema.Attribute{
		"reserva_id": reservaID, "pago_tipo": framework.PagoTipoAttribute(), "pago_codigo": framework.PagoCodigoAttribute(),
		"enviar_recibo": schema.BoolAttribute{MarkdownDescription: enviarReciboDoc, Optional: true},
	},
}, func(ctx context.Context, s *framework.Service, config pagarModel, diags *diag.Diagnostics) {
	var does framework.Doing
	does.Pays(config.PagoCodigo, config.PagoTipo)
	warnAction(ctx, s, config.ReservaID, does, diags)
}, func(ctx context.Context, s *framework.Service, config pagarModel, say framework.Tell, diags *diag.Diagnostics) {
	id := config.ReservaID
	pays(id.String(), config.reservaPago, "", active, framework.InvokeAgain).CarryOut("reservation "+id.String(), say, diags,
		func() (bool, error) { return s.Client.PayReserva(ctx, id.ValueInt64(), config.request(), nil) })
})

type extenderModel struct {
	ReservaID types.Int64    `tfsdk:"reserva_id"`
	Minutos   types.Int64    `tfsdk:"minutos"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

var reservaExtender = framework.Act("reserva_extender", schema.Schema{
	MarkdownDescription: extenderDoc + framework.OnlyTerraform,
	Attributes:          map[string]schema.Attribute{"reserva_id": reservaID, "minutos": minutosAttribute(extenderMinutosDoc)},
}, func(ctx context.Context, s *framework.Service, config extenderModel, diags *diag.Diagnostics) {
	var does framework.Doing
	does.Add(fmt.Sprintf("extended by %s minutes", framework.Planned(config.Minutos)), plannedMinutosText)
	warnAction(ctx, s, config.ReservaID, does, diags)
}, func(ctx context.Context, s *framework.Service, config extenderModel, say framework.Tell, diags *diag.Diagnostics) {
	id, minutos := config.ReservaID, config.Minutos.ValueInt64()
	say("Extending reservation %s by %d minutes.", id, minutos)
	if _, err := s.Client.ExtendReserva(ctx, id.ValueInt64(), minutos, 0, nil); err != nil {
		extends(id.String(), minutos, active, framework.InvokeAgain).Fail(err, diags)
		return
	}
	say("Reservation %s was extended by %d minutes.", id, minutos)
})

type cancelarModel struct {
	ReservaID types.Int64    `tfsdk:"reserva_id"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

var reservaCancelar = framework.Act("reserva_cancelar", schema.Schema{
	MarkdownDescription: cancelarDoc + framework.OnlyTerraform,
	Attributes:          map[string]schema.Attribute{"reserva_id": reservaID},
}, nil, func(ctx context.Context, s *framework.Service, config cancelarModel, say framework.Tell, diags *diag.Diagnostics) {
	id := config.ReservaID
	say("Cancelling reservation %s.", id)
	_, before, err := s.Client.CancelReserva(ctx, id.ValueInt64(), nil)
	switch {
	case before == parking.ReservaEnded && framework.IsRefused(err):
		say("Reservation %s is no longer active. Nothing was cancelled.", id)
	case err != nil:
		cancels(id.String(), active, framework.InvokeAgain).Fail(err, diags)
	default:
		say("Reservation %s is cancelled.", id)
	}
})

func minutosAttribute(description string) schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Required: true, Validators: []validator.Int64{minutosValidator{}}}
}
