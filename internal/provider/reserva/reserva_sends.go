package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

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
