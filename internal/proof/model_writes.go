package proof

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

func (m *Model) savePlaca(r Request) Reply {
	placa := fmt.Sprint(r.Body["placa"])
	held := m.rows("placas", Row{"placa": m.kept(placa)})
	fields := Row{"placa": m.kept(placa), "tipo_vehiculo_id": number(r.Body["tipo_vehiculo_id"]),
		"electrico": number(r.Body["electrico"]), "minusvalido": number(r.Body["minusvalido"])}
	switch {
	case r.Operation == "POST placa" && len(held) > 0: // A15
		return refused(http.StatusOK, "La placa ya está registrada")
	case r.Operation == "POST placa":
		m.add("placas", fields)
		m.effect("register %s", Bare(placa))
	case len(held) == 0:
		return missing("La placa")
	default:
		maps.Copy(held[0], fields)
	}
	return ok(map[string]any{"message": "Guardada"})
}

func (m *Model) link(body map[string]any) Reply {
	placa, cliente := fmt.Sprint(body["placa"]), number(body["cliente_id"])
	if len(m.rows("placas", Row{"placa": m.kept(placa)})) == 0 {
		return missing("La placa")
	}
	row := Row{"cliente_id": cliente, "placa": m.kept(placa), "nombre": m.text(body["nombre"]), "activado": 1, "favorito": 0}
	m.add("vehiculos", row)
	m.effect("link %d %s", cliente, Bare(placa))
	return ok(show(row))
}

func (m *Model) clientes(email string) []Row {
	other := func(row Row) bool { return !strings.EqualFold(fmt.Sprint(row["email"]), email) }
	return slices.DeleteFunc(slices.Clone(m.tables["clientes"]), other)
}

func (m *Model) saveCliente(r Request) Reply {
	fields := Row{}
	for _, name := range []string{"nombre", "Apellidos", "prefijos", "telefono", "cedula"} {
		fields[name] = m.text(r.Body[name])
	}
	fields["email"] = r.Body["email"]
	if m.Rewrites {
		fields["email"] = strings.ToLower(fmt.Sprint(fields["email"]))
		fields["telefono"] = strings.TrimLeft(fmt.Sprint(fields["telefono"]), "0")
	}
	held := m.clientes(fmt.Sprint(r.Body["email"]))
	switch {
	case r.Operation == "PUT cliente-registrar" && len(held) > 0:
		return refused(http.StatusOK, "El correo ya está registrado")
	case r.Operation == "PUT cliente-registrar":
		m.add("clientes", fields)
		m.effect("register client")
		return ok(show(fields))
	case len(held) == 0:
		return missing("El cliente")
	}
	maps.Copy(held[0], fields)
	return ok(map[string]any{"message": "Guardado"})
}

func (m *Model) saveFavorita(r Request) Reply {
	body := r.Body
	if id, selects := body["id"]; selects {
		held := m.rows("favoritas", Row{"id": number(id), "cliente_id": number(body["cliente_id"])})
		if len(held) == 0 {
			return missing("La zona favorita")
		}
		for _, name := range []string{"zona_id", "tramo_id", "celda_id"} {
			if value, sent := body[name]; sent { // what is left out stays
				held[0][name] = value
			}
		}
		return ok(show(held[0]))
	}
	row := Row{"cliente_id": number(body["cliente_id"]), "zona_id": body["zona_id"], "tramo_id": body["tramo_id"],
		"celda_id": body["celda_id"]}
	m.add("favoritas", row)
	m.effect("%s", saved(row))
	return ok(show(row))
}

func saved(favorita Row) string {
	return fmt.Sprintf("save favourite %v %v %v", favorita["zona_id"], favorita["tramo_id"], favorita["celda_id"])
}

// Harmed begins the name of each effect on what is somebody else's.
const Harmed = "somebody else's: "

func (m *Model) changeReserva(r Request) Reply {
	held := m.rows("reservas", Row{"id": r.Element})
	if len(held) == 0 {
		return missing("La reserva")
	}
	row := held[0]
	if row["estado"] != "activa" {
		return refused(http.StatusConflict, "La reserva ha terminado")
	}
	if row["ajena"] != nil {
		m.effect(Harmed+"%s %v", r.Operation, row["id"])
	}
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
	switch row := held[0]; {
	case r.Operation == "PUT sancion-cerrar":
		row["estado"] = "cerrada"
		if row["observaciones"] == nil {
			row["observaciones"] = m.text(r.Body["observaciones"])
		}
	case row["estado"] != "cerrada":
		return refused(http.StatusOK, "La sanción no se puede pagar porque no está cerrada")
	case row["pago_codigo"] != nil && (!m.Curt || row["pago_codigo"] == r.Body["pago_codigo"]):
		return refused(http.StatusOK, "La sanción ya está pagada")
	default:
		row["pago_codigo"], row["pago_tipo"], row["pagada"] = fmt.Sprint(r.Body["pago_codigo"]), number(r.Body["pago_tipo"]), 1
		m.effect("pay %s", r.Element)
	}
	if m.Curt {
		return ok(Row{})
	}
	return ok(show(held[0]))
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
