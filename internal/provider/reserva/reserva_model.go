package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type reservaModel struct {
	ID         types.Int64   `tfsdk:"id"`
	TramoID    types.Int64   `tfsdk:"tramo_id"`
	VehiculoID types.Int64   `tfsdk:"vehiculo_id"`
	CeldaID    types.Int64   `tfsdk:"celda_id"`
	ConectorID types.Int64   `tfsdk:"conector_id"`
	Minutos    types.Int64   `tfsdk:"minutos"`
	Pago       types.Object  `tfsdk:"pago"`
	Activa     types.Bool    `tfsdk:"activa"`
	Pagada     types.Bool    `tfsdk:"pagada"`
	Datos      types.Dynamic `tfsdk:"datos"`
	framework.Timed
}

type reservaIdentity struct {
	ID types.Int64 `tfsdk:"id"`
}

// identity is 0 for a reservation whose identifier the service did not return: Terraform
// reports a resource without an identity as an error, which would taint it.
func (m reservaModel) identity() reservaIdentity {
	return reservaIdentity{types.Int64Value(m.ID.ValueInt64())}
}

// reservaPago is a payment: the attribute pago, or what the action declares.
type reservaPago struct {
	PagoTipo     types.Int64  `tfsdk:"pago_tipo"`
	PagoCodigo   types.String `tfsdk:"pago_codigo"`
	EnviarRecibo types.Bool   `tfsdk:"enviar_recibo"`
}

var reservaPagoTypes = map[string]attr.Type{"pago_tipo": types.Int64Type, "pago_codigo": types.StringType, "enviar_recibo": types.BoolType}

func (m reservaModel) pago() reservaPago { return framework.PagoFields[reservaPago](m.Pago) }

// String writes pago as a configuration declares it.
func (p reservaPago) String() string {
	text := fmt.Sprintf("{ pago_tipo = %s, pago_codigo = %s", p.PagoTipo, p.PagoCodigo)
	if !p.EnviarRecibo.IsNull() {
		text += fmt.Sprintf(", enviar_recibo = %s", p.EnviarRecibo)
	}
	return text + " }"
}

func (p reservaPago) request() parking.ReservaPago {
	return parking.ReservaPago{PagoTipo: p.PagoTipo.ValueInt64(), PagoCodigo: p.PagoCodigo.ValueString(),
		EnviarRecibo: p.EnviarRecibo.ValueBoolPointer()}
}

func (m reservaModel) request() parking.ReservaRequest {
	return parking.ReservaRequest{TramoID: m.TramoID.ValueInt64(), VehiculoID: m.VehiculoID.ValueInt64(),
		CeldaID: m.CeldaID.ValueInt64Pointer(), ConectorID: m.ConectorID.ValueInt64Pointer(), Minutos: m.Minutos.ValueInt64()}
}

// describe sets datos and pagada from a record. Other minutes than the state has are no drift: more were added elsewhere, and
// fewer prove nothing (see reserva_extend.go). codigo is the code of a payment whose outcome is unknown, or empty.
func (m *reservaModel) describe(ctx context.Context, record parking.Reserva, codigo string) {
	m.Datos = framework.Dynamic(ctx, record.Datos)
	if record.Pays(m.pago().PagoCodigo.ValueString()) || record.Pays(codigo) {
		m.Pagada = types.BoolValue(true)
	}
}

// contradiction names the first field of a record that contradicts the place of m, so that its identifier belongs to another
// reservation. It is empty if there is none.
func (m reservaModel) contradiction(record parking.Reserva) string {
	return m.request().Contradicts(record)
}

// forbidsCancelling is contradiction, or names the payment of a record if m has another one: somebody may have paid it.
func (m reservaModel) forbidsCancelling(record parking.Reserva) string {
	codigo := m.pago().PagoCodigo.ValueString()
	if m.Pagada.ValueBool() && codigo != "" && record.PaysOtherwise(codigo) {
		return fmt.Sprintf("pago_codigo = %q instead of %q", record.Code(), codigo)
	}
	return m.contradiction(record)
}

// imported sets m from a whole record, and returns the names of required fields that the
// record omits.
func (m *reservaModel) imported(ctx context.Context, record parking.Reserva) (missing []string) {
	m.ID, m.Pagada, m.Pago = types.Int64Value(record.ID), types.BoolValue(false), pagoOf(record)
	for _, field := range []struct {
		name   string
		value  *int64
		to     *types.Int64
		needed bool
	}{{"vehiculo_id", record.VehiculoID.Value, &m.VehiculoID, true}, {"tramo_id", record.TramoID.Value, &m.TramoID, true}, {"minutos",
		record.Minutos.Value, &m.Minutos, true},
		{"celda_id", record.CeldaID.Value, &m.CeldaID, false}, {"conector_id", record.ConectorID.Value, &m.ConectorID, false}} {
		switch {
		case field.value != nil && *field.value > 0:
			*field.to = types.Int64Value(*field.value)
		case field.needed:
			missing = append(missing, field.name)
		}
	}
	m.describe(ctx, record, "")
	return missing
}

// pagoOf gives the payment that a record shows, as a configuration declares it, or null.
func pagoOf(record parking.Reserva) types.Object {
	if record.Code() == "" {
		return types.ObjectNull(reservaPagoTypes)
	}
	return types.ObjectValueMust(reservaPagoTypes, map[string]attr.Value{"pago_tipo": types.Int64PointerValue(record.PagoTipo.Value),
		"pago_codigo": types.StringValue(record.Code()), "enviar_recibo": types.BoolNull()})
}

// record rebuilds the record that datos was made from.
func (m reservaModel) record() parking.Reserva {
	datos, _ := framework.JSONValue(m.Datos).(map[string]any)
	return parking.ReservaOf(m.ID.ValueInt64(), datos)
}

// restored gives the minutes that a configuration declares for those of m.
func (m reservaModel) restored() int64 { return parking.Bookable(m.Minutos.ValueInt64()) }

// booked gives the minutes that the service last showed, or those of m if they are more.
func (m reservaModel) booked() int64 {
	minutos, _ := m.record().Booked()
	return max(minutos, m.Minutos.ValueInt64())
}
