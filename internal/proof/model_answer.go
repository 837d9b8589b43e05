package proof

import (
	"fmt"
	"maps"
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

func ok(data any) Reply {
	return Reply{Status: http.StatusOK, Body: map[string]any{"estado": "ok", "data": data}}
}

func refused(status int, message string) Reply {
	out := fail(status, message)
	out.Body["errores"] = map[string]any{"campo": []any{message}}
	return out
}

func missing(what string) Reply { return fail(http.StatusOK, what+" no existe") }

// subjects name what a direct read says that there is none of.
var subjects = map[string]string{"GET placa": "La placa", "GET tramo": "El tramo", "GET vehiculo": "El vehículo",
	"GET cliente-email": "El cliente"}

// filters are the query parameters that narrow a listing.
var filters = []string{"placa", "nombre", "vehiculo_id", "tramo_id", "zona_id", "celda_id"}

// pageSize is how many records a page of a listing has.
const pageSize = 15

// Do carries a request out and answers it.
func (m *Model) Do(r Request) Reply {
	defer m.open()()
	return m.carriedOut(r, time.Now())
}

func (m *Model) carriedOut(r Request, at time.Time) Reply {
	if !r.Reads() {
		m.past = append(m.past, moment{at, copied(m.tables)})
	}
	return m.answer(r)
}

// answer gives what a request finds on the service, however far behind it is.
func (m *Model) answer(r Request) Reply {
	switch {
	case !r.Reads():
		return m.carryOut(r)
	case m.Disowns:
		return fail(http.StatusNotFound, "El cliente no está activo")
	case direct(r):
		return m.ago(m.DirectLag).carryOut(r)
	case m.NoLists:
		return fail(http.StatusNotFound, "Recurso no encontrado")
	case m.IgnoresFilters:
		r.Query = maps.Clone(r.Query)
		maps.DeleteFunc(r.Query, func(name string, _ []string) bool { return slices.Contains(filters, name) })
	case m.MatchesNothing && len(r.fields(filters...)) > 0:
		return new(Model).carryOut(r)
	}
	return m.ago(m.Lag).carryOut(r)
}

// ago is the service as a read shows it that is so far behind.
func (m *Model) ago(lag time.Duration) *Model {
	if at := slices.IndexFunc(m.past, func(then moment) bool { return time.Since(then.at) < lag }); at >= 0 {
		return &Model{Quirks: m.Quirks, tables: m.past[at].tables}
	}
	return m
}

// before answers a read from what the service held before the last write.
func (m *Model) before(r Request, _ Reply) Reply {
	defer m.open()()
	old := Model{Quirks: m.Quirks}
	if len(m.past) > 0 {
		old.tables = m.past[len(m.past)-1].tables
	}
	return old.answer(r)
}

// behind answers a read from what the service held a moment ago.
func (m *Model) behind(r Request, _ Reply) Reply {
	defer m.open()()
	return m.ago(Behind).answer(r)
}

// nothing answers a read from an empty service.
func (m *Model) nothing(r Request, _ Reply) Reply {
	defer m.open()()
	return (&Model{Quirks: m.Quirks}).answer(r)
}

func (m *Model) carryOut(r Request) Reply {
	switch r.Operation {
	case "POST placa", "PUT placa":
		return m.savePlaca(r)
	case "GET placa":
		return first(m.rows("placas", Row{"placa": m.kept(r.Element)}), r)
	case "GET tramo":
		return first(m.rows("tramos", Row{"id": r.Element}), r)
	case "POST vehiculo":
		return m.link(r.Body)
	case "GET vehiculo":
		return first(m.rows("vehiculos", Row{"id": r.Element}), r)
	case "GET vehiculos": // placa as it is: a service that normalises does so when it stores
		return pageOf(m.rows("vehiculos", r.fields("cliente_id", "placa")), r)
	case "GET cliente": // that of the credential
		return ok(Row{"id": 1, "nombre": "Ana"})
	case "GET cliente-email":
		return first(m.clientes(r.Query.Get("email")), r)
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
		return pageOf(m.rows("reservas", fields), r)
	case "GET reservas":
		return pageOf(m.rows("reservas", r.fields("vehiculo_id", "tramo_id")), r)
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
	return fail(http.StatusNotFound, "ruta desconocida "+r.Operation)
}

// first answers a direct read.
func first(found []Row, r Request) Reply {
	if len(found) == 0 {
		return missing(subjects[r.Operation])
	}
	return ok(show(found[0]))
}

// pageOf gives one page of a listing, with the pagination fields beside it.
func pageOf(rows []Row, r Request) Reply {
	wanted := max(1, number(r.Query.Get("page")))
	last := max(1, (len(rows)+pageSize-1)/pageSize)
	from, to := min((wanted-1)*pageSize, len(rows)), min(wanted*pageSize, len(rows))
	out := ok(all(rows[from:to]))
	out.Body["total"], out.Body["per_page"], out.Body["current_page"], out.Body["last_page"] = len(rows), pageSize, wanted, last
	return out
}
