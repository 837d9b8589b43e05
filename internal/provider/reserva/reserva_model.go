package reserva

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// reservaModel is the state of a parking_reserva: what was sent, whatever became of the answer. id is null if the answer to the
// booking was lost, and pagada is null if that to the payment was.
type reservaModel struct {
	ID types.Int64 `tfsdk:"id"`
	booking
	Activa types.Bool    `tfsdk:"activa"`
	Pagada types.Bool    `tfsdk:"pagada"`
	Datos  types.Dynamic `tfsdk:"datos"`
	framework.Timed
}

// identity is 0 for a reservation whose identifier is not known: Terraform takes a resource without an identity for an error.
func (m reservaModel) identity() int64 { return m.ID.ValueInt64() }

// booking is what is booked, by the resource or the action.
type booking struct {
	TramoID    types.Int64  `tfsdk:"tramo_id"`
	VehiculoID types.Int64  `tfsdk:"vehiculo_id"`
	CeldaID    types.Int64  `tfsdk:"celda_id"`
	ConectorID types.Int64  `tfsdk:"conector_id"`
	Minutos    types.Int64  `tfsdk:"minutos"`
	Pago       types.Object `tfsdk:"pago"`
}

func (b booking) request() parking.ReservaRequest {
	return parking.ReservaRequest{TramoID: b.TramoID.ValueInt64(), VehiculoID: b.VehiculoID.ValueInt64(),
		CeldaID: b.CeldaID.ValueInt64Pointer(), ConectorID: b.ConectorID.ValueInt64Pointer(), Minutos: b.Minutos.ValueInt64()}
}

func (b booking) pago() reservaPago { return framework.PagoFields[reservaPago](b.Pago) }

func (b booking) String() string {
	return fmt.Sprintf("vehicle %s in section %s", framework.Planned(b.VehiculoID), framework.Planned(b.TramoID))
}

// reservaPago is a payment: the attribute pago, or what the action declares.
type reservaPago struct {
	PagoTipo     types.Int64  `tfsdk:"pago_tipo"`
	PagoCodigo   types.String `tfsdk:"pago_codigo"`
	EnviarRecibo types.Bool   `tfsdk:"enviar_recibo"`
}

func (p reservaPago) request() parking.ReservaPago {
	return parking.ReservaPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString(),
		EnviarRecibo: p.EnviarRecibo.ValueBoolPointer()}
}

// refresh takes what a record shows. Minutes stay as they were sent: fewer may lag, and more are somebody else's.
func (m *reservaModel) refresh(ctx context.Context, record parking.Reserva, diags *diag.Diagnostics) {
	m.Datos = framework.Dynamic(ctx, record.Datos)
	switch minutos := record.Booked(); {
	case minutos == 0 || !m.Activa.ValueBool():
	case minutos > m.Minutos.ValueInt64():
		diags.AddWarning(fmt.Sprintf("Reservation %s was extended on the service: %d minutes", m.ID, minutos),
			fmt.Sprintf(moreMinutosText, m.Minutos, minutos))
	case minutos < m.Minutos.ValueInt64():
		diags.AddWarning(fmt.Sprintf("Reservation %s shows fewer minutes", m.ID),
			fmt.Sprintf(fewerMinutosText, minutos, m.Minutos, m.check(), m.sendAgain()))
	}
	if record.Pays(m.pago().PagoCodigo.ValueString()) {
		m.Pagada = types.BoolValue(true)
	}
}

// booked gives the minutes that were sent, or those of the last record if it showed more: somebody else added them, or a run that was
// killed. What it shows is not added again.
func (m reservaModel) booked() int64 {
	datos, _ := framework.JSONValue(m.Datos).(map[string]any)
	minutos, _ := strconv.ParseInt(fmt.Sprint(datos["minutos"]), 10, 64)
	return max(m.Minutos.ValueInt64(), parking.Reserva{Minutos: parking.Field[int64]{Value: &minutos}}.Booked())
}

// imported sets m from a record, and adds an error if that has not the required fields.
func (m *reservaModel) imported(ctx context.Context, record parking.Reserva, status parking.ReservaStatus, diags *diag.Diagnostics) {
	m.Datos, m.Activa = framework.Dynamic(ctx, record.Datos), types.BoolValue(status != parking.ReservaEnded)
	if m.Pagada = types.BoolValue(record.Code() != ""); m.Pagada.ValueBool() {
		m.Pago = types.ObjectValueMust(m.Pago.AttributeTypes(ctx), map[string]attr.Value{"enviar_recibo": types.BoolNull(),
			"pago_tipo": types.Int64PointerValue(record.PagoTipo.Value), "pago_codigo": types.StringValue(record.Code())})
	}
	shown := func(value *int64) types.Int64 {
		if value == nil || *value <= 0 {
			return types.Int64Null()
		}
		return types.Int64Value(*value)
	}
	m.VehiculoID, m.TramoID = shown(record.VehiculoID.Value), shown(record.TramoID.Value)
	m.CeldaID, m.ConectorID = shown(record.CeldaID.Value), shown(record.ConectorID.Value)
	minutos := shown(record.Minutos.Value)
	m.Minutos = types.Int64Value((minutos.ValueInt64() + 9) / 10 * 10) // of what is left, the least that a block can declare
	switch {
	case m.VehiculoID.IsNull() || m.TramoID.IsNull() || minutos.IsNull():
		diags.AddError("Unable to import reservation", fmt.Sprintf(importText, m.ID))
	case !record.PagoCodigo.Sent:
		diags.AddWarning(fmt.Sprintf("Unknown whether reservation %s is paid", m.ID),
			"The service does not show it, so the reservation counts as not paid. If it is paid, omit pago.")
	}
}

// warnTwice names each reservation that was there before: a run that was killed may have booked it for this block.
func (b booking) warnTwice(made parking.Reserva, there []parking.Reserva, diags *diag.Diagnostics) {
	for _, r := range there {
		diags.AddWarning(fmt.Sprintf("Reservation %d of %s was there before", r.ID, b), fmt.Sprintf(twiceText, made.ID, r.ID))
	}
}

// What is sent about a reservation, once, as messages name it. again says how to have it sent again.

func (b booking) check() string {
	return fmt.Sprintf("GET /external/reservas-activas?tramo_id=%s&vehiculo_id=%s", b.TramoID, b.VehiculoID)
}

// active is where to look for a reservation of which an action knows no more than the identifier.
const active = "GET /external/reservas-activas"

func books(b booking, again string) framework.Once {
	return framework.Once{Did: fmt.Sprintf("booked %s for %s minutes", b, b.Minutos), Shows: b.check(), Again: again,
		Task: framework.Task{Verb: "create", Noun: "reservation", Name: "of " + b.String(),
			Attributes: []string{"tramo_id", "vehiculo_id", "celda_id", "conector_id", "minutos"}}}
}

func pays(id string, pago reservaPago, within, list, again string) framework.Once {
	return framework.PaysOnce("reservation "+id, pago.PagoCodigo, "enviar_recibo", within, list, again)
}

func extends(id string, minutos int64, list, again string) framework.Once {
	return framework.Once{Did: fmt.Sprintf("extended reservation %s by %d minutes", id, minutos),
		Shows: fmt.Sprintf("minutos of reservation %s in %s", id, list), Again: again,
		Task: framework.Task{Verb: "extend", Noun: "reservation", Name: id, Attributes: []string{"minutos"}}}
}

func cancels(id, list, again string) framework.Once {
	return framework.Once{Did: "cancelled reservation " + id,
		Shows: fmt.Sprintf("whether %s lists reservation %s", list, id), Again: again,
		Task: framework.Task{Verb: "cancel", Noun: "reservation", Name: id}}
}

func (m reservaModel) sendAgain() string { return framework.SendAgain("parking_reserva", m.ID) }

// paysOnce is the payment of m.
func (m reservaModel) paysOnce() framework.Once {
	return pays(m.ID.String(), m.pago(), "pago", m.check(), m.sendAgain())
}

// unpaid adds that a reservation was booked and not paid, for sure, with the reason.
func unpaid(o framework.Once, id string, err error, then string, add func(summary, detail string)) {
	for _, d := range o.Failure(err) {
		add(fmt.Sprintf("Reservation %s booked but not paid", id), then+"\n\n"+d.Detail())
	}
}

// warnBooked says in the plan what is booked, and paid. It names the section and the vehicle by their records, as far as these are
// known and can be read, and adds an error if one does not exist.
func warnBooked(ctx context.Context, s *framework.Service, b booking, diags *diag.Diagnostics) {
	tramo, vehiculo := "section "+framework.Planned(b.TramoID), "vehicle "+framework.Planned(b.VehiculoID)
	if known(b.TramoID) {
		held, err := s.Client.Tramo(ctx, b.TramoID.ValueInt64())
		framework.NoSuch(diags, "tramo_id", "section", "parking_tramos", b.TramoID, err)
		if held.Nombre != nil {
			tramo += fmt.Sprintf(" (%s)", redact.Foreign(*held.Nombre))
		}
	}
	if known(b.VehiculoID) {
		held, err := s.Client.Vehiculo(ctx, b.VehiculoID.ValueInt64())
		framework.NoSuch(diags, "vehiculo_id", "vehicle", "parking_vehiculos", b.VehiculoID, err)
		if placa, client := held.Placa.Value, held.ClienteID.Value; placa != nil && client != nil {
			vehiculo += fmt.Sprintf(" (plate %s, client %d)", redact.Foreign(*placa), *client)
		}
	}
	if diags.HasError() {
		return
	}
	var does framework.Doing
	does.Add("booked", fmt.Sprintf(plannedText, tramo, vehiculo, framework.Planned(b.Minutos)))
	if !b.Pago.IsNull() {
		does.Pays(b.pago().PagoCodigo, b.pago().PagoTipo)
	}
	does.Warn(fmt.Sprintf("Reservation of %s for %s minutes", b, framework.Planned(b.Minutos)), "", diags)
}

func known(value types.Int64) bool { return !value.IsNull() && !value.IsUnknown() }
