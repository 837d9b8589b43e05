package proof

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Request is a request as the service gets it.
type Request struct {
	// Operation is its method and its path without an identifier, which is the Element.
	Operation, Element string
	Query              url.Values
	Body               map[string]any
}

// fields gives those of the query parameters that are there.
func (r Request) fields(names ...string) Row {
	out := Row{}
	for _, name := range names {
		if r.Query.Has(name) {
			out[name] = r.Query.Get(name)
		}
	}
	return out
}

// Reads reports whether a request changes nothing.
func (r Request) Reads() bool { return strings.HasPrefix(r.Operation, http.MethodGet) }

// Answer is what the service answers, in its envelope.
type Answer struct {
	Status int
	Body   map[string]any
}

func ok(data any) Answer {
	return Answer{http.StatusOK, map[string]any{"estado": "ok", "data": data}}
}

func refused(status int, message string) Answer {
	return Answer{status, map[string]any{"estado": "fail", "error": message, "errores": map[string]any{"campo": message}}}
}

func missing(what string) Answer {
	return Answer{http.StatusOK, map[string]any{"estado": "fail", "error": what + " no existe"}}
}

// Do carries a request out and answers it.
func (m *Model) Do(r Request) Answer {
	defer m.open()()
	return m.carriedOut(r, time.Now())
}

func (m *Model) carriedOut(r Request, at time.Time) Answer {
	if !r.Reads() {
		m.past = append(m.past, moment{at, copied(m.tables)})
	}
	return m.answer(r)
}

// answer gives what a request finds on the service, however far behind it is.
func (m *Model) answer(r Request) Answer {
	if m.Disowns && r.Reads() {
		return Answer{http.StatusNotFound, fail("El cliente no está activo")}
	}
	if !listings(r) {
		if r.Reads() {
			return m.ago(m.DirectLag).carryOut(r)
		}
		return m.carryOut(r)
	}
	shown := m.ago(m.Lag)
	switch {
	case m.NoLists:
		return Answer{http.StatusNotFound, fail("Recurso no encontrado")}
	case m.IgnoresFilters:
		return shown.carryOut(unfiltered(r))
	case m.MatchesNothing && len(filters(r)) > 0:
		return edit(shown.carryOut(r), func([]any) []any { return []any{} })
	}
	return shown.carryOut(r)
}

// ago is the service as a read shows it that is so far behind.
func (m *Model) ago(lag time.Duration) *Model {
	if at := slices.IndexFunc(m.past, func(then moment) bool { return time.Since(then.at) < lag }); at >= 0 {
		return &Model{Quirks: m.Quirks, tables: m.past[at].tables}
	}
	return m
}

func (m *Model) carryOut(r Request) Answer {
	switch r.Operation {
	case "POST placa", "PUT placa":
		return m.savePlaca(r)
	case "GET placa":
		return first(m.rows("placas", Row{"placa": m.kept(r.Element)}), "La placa")
	case "GET tramo":
		return first(m.rows("tramos", Row{"id": r.Element}), "El tramo")
	case "POST vehiculo":
		return m.link(r.Body)
	case "GET vehiculo":
		return first(m.rows("vehiculos", Row{"id": r.Element}), "El vehículo")
	case "GET vehiculos": // placa as it is: a service that normalises does so when it stores
		return pageOf(m.rows("vehiculos", r.fields("cliente_id", "placa")), r)
	case "GET cliente": // that of the credential
		return ok(Row{"id": 1, "nombre": "Ana"})
	case "GET cliente-email":
		return first(m.clientes(r.Query.Get("email")), "El cliente")
	case "POST cliente-email", "PUT cliente-registrar":
		return m.saveCliente(r)
	case "GET zona-favorita":
		fields := r.fields("zona_id", "tramo_id", "celda_id")
		fields["cliente_id"] = r.Body["cliente_id"]
		return ok(map[string]any{"favoritas": all(m.rows("favoritas", fields))})
	case "PUT zona-favorita":
		return m.saveFavorita(r)
	case "DELETE zona-favorita":
		fields := Row{"id": r.Body["id"], "cliente_id": r.Body["cliente_id"]}
		held := m.rows("favoritas", fields)
		if len(held) == 0 {
			return missing("La zona favorita")
		}
		m.tables["favoritas"] = slices.DeleteFunc(m.tables["favoritas"], func(row Row) bool { return row.has(fields) })
		m.done[saved(held[0])]-- // what is saved twice and left once was done once
		return ok(map[string]any{"message": "Eliminada"})
	case "GET reservas-activas":
		fields := r.fields("vehiculo_id", "tramo_id")
		fields["estado"] = "activa"
		return pageOf(m.reservas(fields), r)
	case "GET reservas":
		return pageOf(m.reservas(r.fields("vehiculo_id", "tramo_id")), r)
	case "GET sanciones":
		return pageOf(m.rows("sanciones", nil), r)
	case "POST reserva-bloquear":
		row := Row{"tramo_id": r.Body["tramo_id"], "vehiculo_id": r.Body["vehiculo_id"], "minutos": number(r.Body["minutos"]),
			"estado": "activa"}
		m.add("reservas", row)
		m.effect("book %v %v", number(row["vehiculo_id"]), number(row["tramo_id"]))
		return ok(show(row))
	case "PUT reserva-pagar", "PUT reserva-extender", "PUT reserva-cancelar":
		return m.changeReserva(r)
	case "PUT sancion-cerrar", "PUT sancion-pagar", "POST sancion-iniciar":
		return m.changeSancion(r)
	case "POST login", "POST token-generar", "POST token-renovar":
		m.effect("%s", r.Operation)
		return ok(map[string]any{"token": fmt.Sprintf("secreto-%d", m.done[r.Operation])})
	}
	return Answer{http.StatusNotFound, map[string]any{"estado": "fail", "error": "ruta desconocida " + r.Operation}}
}
