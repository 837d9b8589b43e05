package reserva

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// reservaModel is the state of a parking_reserva.
type reservaModel struct {
	ID         types.Int64    `tfsdk:"id"`
	TramoID    types.Int64    `tfsdk:"tramo_id"`
	VehiculoID types.Int64    `tfsdk:"vehiculo_id"`
	CeldaID    types.Int64    `tfsdk:"celda_id"`
	ConectorID types.Int64    `tfsdk:"conector_id"`
	Minutos    types.Int64    `tfsdk:"minutos"`
	Pago       types.Object   `tfsdk:"pago"`
	Activa     types.Bool     `tfsdk:"activa"`
	Pagada     types.Bool     `tfsdk:"pagada"`
	Datos      types.Dynamic  `tfsdk:"datos"`
	Timeouts   timeouts.Value `tfsdk:"timeouts"`
}

type reservaIdentity struct {
	ID types.Int64 `tfsdk:"id"`
}

// identity is 0 for a reservation whose identifier the service never told:
// Terraform takes a resource without any identity for an error, which would taint it.
func (m reservaModel) identity() reservaIdentity {
	return reservaIdentity{types.Int64Value(m.ID.ValueInt64())}
}

// reservaPago is the attribute pago. What is null or unknown is so in each field.
type reservaPago struct {
	tipo   types.Int64
	codigo types.String
	recibo types.Bool
}

var reservaPagoTypes = map[string]attr.Type{"pago_tipo": types.Int64Type, "pago_codigo": types.StringType, "enviar_recibo": types.BoolType}

func (m reservaModel) pago() reservaPago {
	pago := reservaPago{types.Int64Null(), types.StringNull(), types.BoolNull()}
	attributes := m.Pago.Attributes()
	if tipo, ok := attributes["pago_tipo"].(types.Int64); ok {
		pago.tipo = tipo
	}
	if codigo, ok := attributes["pago_codigo"].(types.String); ok {
		pago.codigo = codigo
	}
	if recibo, ok := attributes["enviar_recibo"].(types.Bool); ok {
		pago.recibo = recibo
	}
	return pago
}

// String writes pago as a configuration declares it.
func (p reservaPago) String() string {
	text := fmt.Sprintf("{ pago_tipo = %s, pago_codigo = %s", p.tipo, p.codigo)
	if !p.recibo.IsNull() {
		text += fmt.Sprintf(", enviar_recibo = %s", p.recibo)
	}
	return text + " }"
}

func (p reservaPago) request() parking.ReservaPago {
	return parking.ReservaPago{PagoTipo: p.tipo.ValueInt64(), PagoCodigo: p.codigo.ValueString(), EnviarRecibo: p.recibo.ValueBoolPointer()}
}

func (m reservaModel) request() parking.ReservaRequest {
	return parking.ReservaRequest{TramoID: m.TramoID.ValueInt64(), VehiculoID: m.VehiculoID.ValueInt64(),
		CeldaID: m.CeldaID.ValueInt64Pointer(), ConectorID: m.ConectorID.ValueInt64Pointer(), Minutos: m.Minutos.ValueInt64()}
}

// filter narrows a list to the reservations among which this one is. That the
// service heeds it is not documented.
func (m reservaModel) filter() url.Values {
	return url.Values{"vehiculo_id": {strconv.FormatInt(m.VehiculoID.ValueInt64(), 10)},
		"tramo_id": {strconv.FormatInt(m.TramoID.ValueInt64(), 10)}}
}

// refresh takes the record of an active reservation. More minutes than declared
// are not drift: somebody extended it. codigo is that of a payment whose
// outcome is not known, or empty.
func (m *reservaModel) refresh(ctx context.Context, record parking.Reserva, codigo string) {
	m.Activa = types.BoolValue(true)
	if minutos, told := record.Booked(); told && minutos < m.Minutos.ValueInt64() {
		m.Minutos = types.Int64Value(minutos)
	}
	m.describe(ctx, record, codigo)
}

// describe takes what a record tells of a reservation that may have ended.
func (m *reservaModel) describe(ctx context.Context, record parking.Reserva, codigo string) {
	m.Datos = framework.Dynamic(ctx, record.Datos)
	if record.Pays(m.pago().codigo.ValueString()) || record.Pays(codigo) {
		m.Pagada = types.BoolValue(true)
	}
}

// imported takes the whole record; it names the fields that it needs and that the
// record does not tell.
func (m *reservaModel) imported(ctx context.Context, record parking.Reserva) (missing []string) {
	m.ID, m.Pagada, m.Pago = types.Int64Value(record.ID), types.BoolValue(false), types.ObjectNull(reservaPagoTypes)
	for _, field := range []struct {
		name   string
		told   *int64
		to     *types.Int64
		needed bool
	}{{"vehiculo_id", record.VehiculoID.Value, &m.VehiculoID, true}, {"tramo_id", record.TramoID.Value, &m.TramoID, true}, {"minutos",
		record.Minutos.Value, &m.Minutos, true},
		{"celda_id", record.CeldaID.Value, &m.CeldaID, false}, {"conector_id", record.ConectorID.Value, &m.ConectorID, false}} {
		switch {
		case field.told != nil && *field.told > 0:
			*field.to = types.Int64Value(*field.told)
		case field.needed:
			missing = append(missing, field.name)
		}
	}
	if record.Code() != "" {
		m.Pago = types.ObjectValueMust(reservaPagoTypes, map[string]attr.Value{"pago_tipo": types.Int64PointerValue(record.PagoTipo.Value),
			"pago_codigo": types.StringValue(record.Code()), "enviar_recibo": types.BoolNull()})
	}
	m.describe(ctx, record, "")
	return missing
}

// record is the one that datos was made of.
func (m reservaModel) record() parking.Reserva {
	datos, _ := framework.JsonValue(m.Datos).(map[string]any)
	return parking.ReservaOf(m.ID.ValueInt64(), datos)
}

// booked is how many minutes the service was last seen to hold.
func (m reservaModel) booked() int64 {
	minutos, _ := m.record().Booked()
	return max(minutos, m.Minutos.ValueInt64())
}
