package reserva

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// reservaMove is a changed attribute that forces replacement.
type reservaMove struct {
	attribute string
	to, from  types.Int64
}

// moved gives the attributes of m that force replacement of state. A value that is not known
// yet is not among them: the apply checks again.
func (m reservaModel) moved(state reservaModel, private reservaPrivate) []reservaMove {
	return slices.DeleteFunc([]reservaMove{
		{"tramo_id", m.TramoID, state.TramoID}, {"vehiculo_id", m.VehiculoID, state.VehiculoID},
		{"celda_id", m.CeldaID, state.CeldaID}, {"conector_id", m.ConectorID, state.ConectorID},
	}, func(move reservaMove) bool { return !private.moves(move.to, move.from) })
}

// moves reports whether a change forces replacement. The service may have assigned a space
// to an imported reservation that was booked without one.
func (p reservaPrivate) moves(to, from types.Int64) bool {
	return !to.IsUnknown() && !to.Equal(from) && (!to.IsNull() || !p.imported)
}

// undecided: it is not known yet whether m forces replacement.
func (m reservaModel) undecided() bool {
	return m.TramoID.IsUnknown() || m.VehiculoID.IsUnknown() || m.CeldaID.IsUnknown() || m.ConectorID.IsUnknown()
}

// replaceMoved forces replacement as moves says.
func replaceMoved() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(ctx context.Context, req planmodifier.Int64Request,
		resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = readPrivate(ctx, req.Private).moves(req.PlanValue, req.StateValue)
	}, movesDoc, movesDoc)
}

// checkMoved adds an error if a value that was unknown in the plan forces replacement.
// Terraform plans again during the apply, and would report a replacement that it finds only
// then as a bug of the provider.
func (m reservaModel) checkMoved(state reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	for _, move := range m.moved(state, private) {
		diags.AddAttributeError(path.Root(move.attribute), "Reservation must be replaced",
			fmt.Sprintf(mustBeReplacedText, state.ID, move.attribute, move.from, move.to))
	}
}

// missing gives the minutes by which state must be extended to have those of m.
func (m reservaModel) missing(state reservaModel) int64 {
	if m.Minutos.ValueInt64() <= state.Minutos.ValueInt64() {
		return 0
	}
	return max(0, m.Minutos.ValueInt64()-parking.Bookable(state.booked()))
}

// pays: a payment is declared and not recorded yet.
func (m reservaModel) pays(state reservaModel) bool {
	return !m.Pago.IsNull() && !state.Pagada.ValueBool()
}

// checkChanges adds an error for each change that the service has no operation for.
func (m reservaModel) checkChanges(state reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	m.checkMinutos(state, private, diags)
	m.checkPago(state, private, diags)
}

func (m reservaModel) checkMinutos(state reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	at := path.Root("minutos")
	switch {
	case m.Minutos.IsUnknown():
	case state.ID.IsNull() && !m.Minutos.Equal(state.Minutos):
		diags.AddAttributeError(at, "Reservation not identified yet", fmt.Sprintf(notIdentifiedText, state.Minutos))
	case m.Minutos.ValueInt64() < state.Minutos.ValueInt64():
		diags.AddAttributeError(at, "Reservation cannot be shortened", fmt.Sprintf(shortenedText,
			state.ID, state.Minutos, m.Minutos, state.restored(), bookAnewText))
	case m.missing(state) == 0:
	case !state.Activa.ValueBool():
		diags.AddAttributeError(at, "Ended reservation cannot be extended", fmt.Sprintf(endedText,
			state.ID, state.Minutos, m.Minutos, state.restored(), bookAnewText))
	case private.lostExtension.Total != 0:
		diags.AddAttributeError(at, "Extension outcome unknown", fmt.Sprintf(extensionUnknownText,
			state.ID, state.restored()))
	}
}

// warnExtended says how many minutes the apply adds: they cannot be taken back.
func (m reservaModel) warnExtended(state reservaModel, diags *diag.Diagnostics) {
	missing := m.missing(state)
	if m.Minutos.IsUnknown() || missing == 0 || diags.HasError() {
		return
	}
	text := fmt.Sprintf(extendedByText, missing, state.ID, m.Minutos)
	if state.Pagada.ValueBool() {
		text += extendedPaidText
	}
	if field, who := state.changedBy(); who != "" {
		text += fmt.Sprintf(extendedWhoText, field, who)
	}
	diags.AddAttributeWarning(path.Root("minutos"), fmt.Sprintf("Reservation %s will be extended by %d minutes", state.ID, missing), text)
}

// authors are fields in which records of such services say who changed them last; the interface names none.
var authors = []string{"updated_by", "modificado_por", "actualizado_por"}

// changedBy gives the field of the record that says who changed it last. An address or a number of a person is not shown.
func (m reservaModel) changedBy() (field, who string) {
	record, _ := m.Datos.UnderlyingValue().(types.Object)
	for _, field := range authors {
		who, ok := record.Attributes()[field].(types.String)
		if text := who.ValueString(); ok && text != "" && !strings.ContainsAny(text, "@0123456789") {
			return field, text
		}
	}
	return "", ""
}

func (m reservaModel) checkPago(state reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	declared, held, record := m.pago(), state.pago(), state.record()
	codigo := declared.PagoCodigo.ValueString()
	known := !declared.PagoCodigo.IsNull() && !declared.PagoCodigo.IsUnknown()
	switch {
	case m.pays(state) && known && record.PaysOtherwise(codigo), state.Pagada.ValueBool() && state.Pago.IsNull() && known &&
		!record.Pays(codigo):
		addAlreadyPaid(state.ID, record.Code(), diags)
	case m.Pago.IsUnknown(), m.Pago.Equal(state.Pago), state.Pagada.ValueBool() && state.Pago.IsNull():
	case !state.Pagada.ValueBool():
		if private.codigo != "" && known && codigo != private.codigo && record.Code() == "" {
			diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment outcome unknown",
				fmt.Sprintf(pagoUnknownText, private.codigo, state.ID))
		}
	case differs(declared.PagoTipo, held.PagoTipo, private), differs(declared.PagoCodigo, held.PagoCodigo, private),
		differs(declared.EnviarRecibo, held.EnviarRecibo, private):
		diags.AddAttributeError(path.Root("pago"), "Payment cannot be changed", fmt.Sprintf(pagoChangedText, state.ID, held))
	}
}

// addAlreadyPaid adds the error that a reservation is paid with another code than the declared one.
func addAlreadyPaid(id types.Int64, codigo string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("pago"), "Reservation already paid", fmt.Sprintf(alreadyPaidText, id, codigo))
}

// addCodeUsed adds the error that the code of a new reservation has paid another one.
func (m reservaModel) addCodeUsed(id int64, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment code already used",
		fmt.Sprintf(codeUsedText, m.pago().PagoCodigo, id))
}

// checkCodeReuse adds an error if the replacement of state declares the code that paid state: it
// would be booked and could not be paid.
func (m reservaModel) checkCodeReuse(state reservaModel, diags *diag.Diagnostics) {
	codigo := state.pago().PagoCodigo
	if state.Pagada.ValueBool() && codigo.ValueString() != "" && m.pago().PagoCodigo.Equal(codigo) {
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment code already used",
			fmt.Sprintf(replacedPaidText, state.ID, codigo))
	}
}

// spentCode is a code that has paid a reservation, or may have.
type spentCode struct {
	ID     int64  `json:"id"`
	Codigo string `json:"codigo"`
}

// keepCode notes the code of a reservation. If Terraform replaces the reservation although the plan keeps it (-replace), it plans
// again from nothing, with this private state.
func (m reservaModel) keepCode(ctx context.Context, private reservaPrivate, to framework.PrivateWriter, diags *diag.Diagnostics) {
	codigo := private.codigo
	if m.Pagada.ValueBool() {
		codigo = m.pago().PagoCodigo.ValueString()
	}
	if spent := (spentCode{m.ID.ValueInt64(), codigo}); codigo != "" && spent != private.spent {
		framework.SetPrivate(ctx, to, spentKey, spent, diags)
	}
}

// checkCode adds an error if the code of a planned reservation has paid another one: the reservation that it replaces, or, of a
// tainted one, which Terraform plans as if it were new, any of the vehicle in the section. A list that cannot be read is left to
// the apply.
func (r *reservaResource) checkCode(ctx context.Context, plan reservaModel, private reservaPrivate, diags *diag.Diagnostics) {
	codigo := plan.pago().PagoCodigo.ValueString()
	switch {
	case codigo == "": // or not known yet
		return
	case parking.SamePagoCodigo(private.spent.Codigo, codigo):
		diags.AddAttributeError(path.Root("pago").AtName("pago_codigo"), "Payment code already used",
			fmt.Sprintf(replacedCodeText, private.spent.ID, plan.pago().PagoCodigo))
		return
	case r.Client == nil, plan.undecided():
		return
	}
	if held := r.Client.PaidWith(ctx, codigo, plan.request().Among()); held != 0 {
		plan.addCodeUsed(held, diags)
	}
}

// differs reports whether a declared value is known to differ from the one in the state. A
// null field of an imported payment is unknown.
func differs[V interface {
	comparable
	IsNull() bool
	IsUnknown() bool
}](declared, held V, private reservaPrivate) bool {
	return !declared.IsUnknown() && declared != held && (!held.IsNull() || !private.imported)
}

// planComputed plans the computed attributes of a reservation that stays.
func (m *reservaModel) planComputed(state reservaModel) {
	if m.Minutos.IsUnknown() || m.missing(state) > 0 || m.pays(state) {
		m.Datos = types.DynamicUnknown()
	}
	switch {
	case !m.pays(state):
	case m.Pago.IsUnknown():
		m.Pagada = types.BoolUnknown()
	default:
		m.Pagada = types.BoolValue(true) // any other outcome is an error
	}
}
