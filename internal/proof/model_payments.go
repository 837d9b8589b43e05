package proof

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func (m *Model) changeReserva(r Request) Reply {
	held := m.rows("reservas", Row{"id": r.Element})
	if len(held) == 0 {
		return missing("La reserva")
	}
	row := held[0]
	if row["estado"] != "activa" {
		return refused(http.StatusConflict, "La reserva ha terminado")
	}
	m.harm(r, row)
	switch r.Operation {
	case "PUT reserva-pagar":
		codigo := fmt.Sprint(r.Body["pago_codigo"])
		if len(m.rows("reservas", Row{"pago_codigo": codigo}))+len(m.rows("sanciones", Row{"pago_codigo": codigo})) > 0 {
			return refused(http.StatusOK, "El código ya se usó")
		}
		row["pago_codigo"], row["pago_tipo"] = codigo, number(r.Body["pago_tipo"])
		m.effect("pay %s", r.Element)
	case "PUT reserva-extender":
		m.effect("extend %s", r.Element)
		field := "minutos"
		if m.Frozen {
			field = "extendidos"
		}
		row[field] = number(row[field]) + number(r.Body["minutos"])
	default:
		if row["pago_codigo"] != nil {
			return refused(http.StatusConflict, "La reserva está pagada")
		}
		row["estado"] = "cancelada"
		m.effect("cancel %s", r.Element)
	}
	return ok(map[string]any{"message": "Hecho"})
}

func (m *Model) changeSancion(r Request) Reply {
	if r.Operation == "POST sancion-iniciar" {
		row := Row{"placa": m.kept(fmt.Sprint(r.Body["placa"])), "tramo_id": number(r.Body["tramo_id"]), "estado": "abierta"}
		m.add("sanciones", row)
		m.effect("start sanction")
		return ok(show(row))
	}
	held := m.rows("sanciones", Row{"id": r.Element})
	if len(held) == 0 {
		return missing("La sanción")
	}
	row, shown := held[0], show
	if m.Curt {
		shown = func(Row) Row { return Row{} }
	}
	switch {
	case r.Operation == "PUT sancion-cerrar":
		row["estado"] = "cerrada"
		if row["observaciones"] == nil {
			row["observaciones"] = m.text(r.Body["observaciones"])
		}
		return ok(shown(row))
	case row["estado"] != "cerrada":
		return refused(http.StatusOK, "La sanción no se puede pagar porque no está cerrada")
	case row["pago_codigo"] != nil && (!m.Curt || row["pago_codigo"] == r.Body["pago_codigo"]):
		return refused(http.StatusOK, "La sanción ya está pagada")
	}
	row["pago_codigo"], row["pago_tipo"], row["pagada"] = fmt.Sprint(r.Body["pago_codigo"]), number(r.Body["pago_tipo"]), 1
	m.effect("pay %s", r.Element)
	return ok(shown(row))
}

// paidElsewhere pays all that can be paid, with a code of its own.
func (m *Model) paidElsewhere() {
	defer m.open()()
	for _, row := range slices.Concat(m.rows("reservas", Row{"estado": "activa"}), m.rows("sanciones", Row{"estado": "cerrada"})) {
		if code, _ := row["pago_codigo"].(string); code == "" {
			row["pago_codigo"], row["pagada"] = "TX-0", 1
			m.effect("pay %v", row["id"])
		}
	}
}

func (m *Model) extendedElsewhere() {
	defer m.open()()
	for _, row := range m.rows("reservas", Row{"estado": "activa"}) {
		row["minutos"] = number(row["minutos"]) + 10
	}
}

// harm notes that a write changes what is somebody else's.
func (m *Model) harm(r Request, row Row) {
	if row["ajena"] != nil {
		m.effect("%s%s %v", harmed, r.Operation, row["id"])
	}
}

// harmed begins the name of each effect on what is somebody else's.
const harmed = "somebody else's: "

// Harms reports whether an effect is one on what is somebody else's.
func Harms(effect string) bool { return strings.HasPrefix(effect, harmed) }
