package adversary

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Paths of operations that the interface document does not publish.
const (
	RegistrarCliente = "/external/cliente-registrar"
	Sanciones        = "/external/sanciones"
	IniciarSancion   = "/external/sancion-iniciar"
	Login            = "/external/login"
	GenerarToken     = "/external/token-generar"
	RenovarToken     = "/external/token-renovar"
)

// PageSize is how many records a page of a listing has.
const PageSize = 15

// Quirks are the ways of a service that the document leaves open.
type Quirks struct {
	// Normalises: plates are kept in upper case without separators, and filters match what is kept.
	Normalises bool
	// Rewrites: texts of clients, vehicles and sanctions are kept in another case, in NFD, with telephones without
	// leading zeros.
	Rewrites bool
	// Curt: what closes and pays a sanction is answered without its record, and a paid one takes another code.
	Curt bool
	// Numbers writes a whole number: as a number, a text, 3.0 or 3e0.
	Numbers func(int) any
	// IgnoresFilters: listings show everything, whatever narrows them. MatchesNothing: they show nothing then.
	IgnoresFilters, MatchesNothing bool
	// Lag is how long a listing is behind a write.
	Lag time.Duration
}

// Lists reports whether the listings are not as the document has them.
func (q Quirks) Lists() bool { return q.IgnoresFilters || q.MatchesNothing || q.Lag > 0 }

// Row is one record of the service.
type Row map[string]any

// Model is the service. The zero value is empty and ready.
type Model struct {
	Quirks

	mu     sync.Mutex
	done   map[string]int // how often each write took effect, by what it did
	tables map[string][]Row
	past   []moment // before each write
	last   int
}

// moment is what the service held before a write.
type moment struct {
	at     time.Time
	tables map[string][]Row
}

// Request is a request as the service gets it.
type Request struct {
	Method, Path string
	Query        url.Values
	Body         map[string]any
}

// Operation names the operation of a request: its method and its path without identifiers.
func (r Request) Operation() string {
	path := strings.TrimPrefix(r.Path, "/external/")
	name, _, _ := strings.Cut(path, "/")
	return r.Method + " " + name
}

// Reads reports whether a request changes nothing.
func (r Request) Reads() bool { return r.Method == http.MethodGet }

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

// Add puts a record into a table and gives its identifier.
func (m *Model) Add(table string, row Row) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.add(table, row)
}

func (m *Model) add(table string, row Row) int {
	if m.tables == nil {
		m.tables = map[string][]Row{}
	}
	if _, set := row["id"]; !set {
		m.last++
		row["id"] = m.last
	}
	m.tables[table] = append(m.tables[table], row)
	return number(row["id"])
}

// Rows gives the records of a table for which every field is as given.
func (m *Model) Rows(table string, fields Row) []Row {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rows(table, fields)
}

func (m *Model) rows(table string, fields Row) []Row {
	var out []Row
	for _, row := range m.tables[table] {
		all := true
		for name, value := range fields {
			all = all && fmt.Sprint(row[name]) == fmt.Sprint(value)
		}
		if all {
			out = append(out, row)
		}
	}
	return out
}

// Holds gives all that the service holds, as text.
func (m *Model) Holds() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.tables, m.last)
}

// Remove takes the records of a table away for which every field is as given.
func (m *Model) Remove(table string, fields Row) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.remove(table, fields)
}

func (m *Model) remove(table string, fields Row) {
	gone := m.rows(table, fields)
	m.tables[table] = slices.DeleteFunc(m.tables[table], func(row Row) bool {
		return slices.ContainsFunc(gone, func(other Row) bool { return number(other["id"]) == number(row["id"]) })
	})
}

// Effects gives how often each write took effect so far, by what it did.
func (m *Model) Effects() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.done)
}

// Count adopts how often each write is to count as done.
func (m *Model) Count(done map[string]int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done = maps.Clone(done)
}

// effect notes that a write took effect.
func (m *Model) effect(format string, args ...any) {
	if m.done == nil {
		m.done = map[string]int{}
	}
	m.done[fmt.Sprintf(format, args...)]++
}

// Bare is a plate as a service that normalises keeps it.
func Bare(placa string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, placa)
}

func (m *Model) kept(placa string) string {
	if m.Normalises {
		return Bare(placa)
	}
	return placa
}

func (m *Model) text(value any) any {
	if text, is := value.(string); is && m.Rewrites {
		return norm.NFD.String(strings.ToUpper(strings.TrimSpace(text)))
	}
	return value
}

// before answers a read from what the service held before the last write.
func (m *Model) before(r Request) Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := Model{Quirks: m.Quirks}
	if len(m.past) > 0 {
		old.tables = m.past[len(m.past)-1].tables
	}
	return old.answer(r)
}

func copied(tables map[string][]Row) map[string][]Row {
	out := make(map[string][]Row, len(tables))
	for name, rows := range tables {
		for _, row := range rows {
			out[name] = append(out[name], maps.Clone(row))
		}
	}
	return out
}

// Do carries a request out and answers it.
func (m *Model) Do(r Request) Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !r.Reads() {
		m.past = append(m.past, moment{time.Now(), copied(m.tables)})
	}
	return m.answer(r)
}

func (m *Model) answer(r Request) Answer {
	if !listings(r) {
		return m.carryOut(r)
	}
	shown := m
	if at := slices.IndexFunc(m.past, func(then moment) bool { return time.Since(then.at) < m.Lag }); at >= 0 {
		shown = &Model{Quirks: m.Quirks, tables: m.past[at].tables}
	}
	switch {
	case m.IgnoresFilters:
		return shown.carryOut(unfiltered(r))
	case m.MatchesNothing && len(filters(r)) > 0:
		return edit(shown.carryOut(r), func([]any) []any { return []any{} })
	}
	return shown.carryOut(r)
}

func (m *Model) carryOut(r Request) Answer {
	element := r.Path[strings.LastIndexByte(r.Path, '/')+1:]
	switch r.Operation() {
	case "POST placa", "PUT placa":
		return m.savePlaca(r)
	case "GET placa":
		found := m.rows("placas", Row{"placa": m.kept(unescaped(element))})
		if len(found) == 0 {
			return missing("La placa")
		}
		return ok(m.show(found[0]))
	case "POST vehiculo":
		return m.link(r.Body)
	case "GET vehiculo":
		return m.one("vehiculos", element, "El vehículo")
	case "GET vehiculos":
		fields := Row{"cliente_id": r.Query.Get("cliente_id")}
		if placa := r.Query.Get("placa"); placa != "" {
			fields["placa"] = placa // as it is: a service that normalises does so when it stores
		}
		return m.page(m.rows("vehiculos", fields), r)
	case "GET cliente-email":
		found := m.clientes(r.Query.Get("email"))
		if len(found) == 0 {
			return missing("El cliente")
		}
		return ok(m.show(found[0]))
	case "POST cliente-email", "PUT cliente-registrar":
		return m.saveCliente(r)
	case "GET zona-favorita":
		fields := Row{"cliente_id": r.Body["cliente_id"]}
		for _, name := range []string{"zona_id", "tramo_id", "celda_id"} {
			if r.Query.Has(name) {
				fields[name] = r.Query.Get(name)
			}
		}
		return ok(map[string]any{"favoritas": m.all(m.rows("favoritas", fields))})
	case "PUT zona-favorita":
		return m.saveFavorita(r.Body)
	case "DELETE zona-favorita":
		fields := Row{"id": r.Body["id"], "cliente_id": r.Body["cliente_id"]}
		held := m.rows("favoritas", fields)
		if len(held) == 0 {
			return missing("La zona favorita")
		}
		m.remove("favoritas", fields)
		m.done[saved(held[0])]-- // what is saved twice and left once was done once
		return ok(map[string]any{"message": "Eliminada"})
	case "GET reservas-activas", "GET reservas", "GET sanciones":
		return m.listed(r)
	case "POST reserva-bloquear":
		row := Row{"tramo_id": r.Body["tramo_id"], "vehiculo_id": r.Body["vehiculo_id"], "minutos": number(r.Body["minutos"]),
			"estado": "activa"}
		m.add("reservas", row)
		m.effect("book %v %v", number(row["vehiculo_id"]), number(row["tramo_id"]))
		return ok(m.show(row))
	case "PUT reserva-pagar", "PUT reserva-extender", "PUT reserva-cancelar":
		return m.changeReserva(r, element)
	case "PUT sancion-cerrar", "PUT sancion-pagar", "POST sancion-iniciar":
		return m.changeSancion(r, element)
	case "POST login", "POST token-generar", "POST token-renovar":
		m.effect("%s", r.Operation())
		return ok(map[string]any{"token": fmt.Sprintf("secreto-%d", m.done[r.Operation()])})
	}
	return Answer{http.StatusNotFound, map[string]any{"estado": "fail", "error": "ruta desconocida " + r.Operation()}}
}

func (m *Model) savePlaca(r Request) Answer {
	placa := fmt.Sprint(r.Body["placa"])
	held := m.rows("placas", Row{"placa": m.kept(placa)})
	fields := Row{"placa": m.kept(placa), "tipo_vehiculo_id": number(r.Body["tipo_vehiculo_id"]),
		"electrico": number(r.Body["electrico"]), "minusvalido": number(r.Body["minusvalido"])}
	switch {
	case r.Method == http.MethodPost && len(held) > 0: // A15
		return refused(http.StatusOK, "La placa ya está registrada")
	case r.Method == http.MethodPost:
		m.add("placas", fields)
		m.effect("register %s", Bare(placa))
	case len(held) == 0:
		return missing("La placa")
	default:
		for name, value := range fields {
			held[0][name] = value
		}
	}
	return ok(map[string]any{"message": "Guardada"})
}

func (m *Model) link(body map[string]any) Answer {
	placa, cliente := fmt.Sprint(body["placa"]), number(body["cliente_id"])
	if len(m.rows("placas", Row{"placa": m.kept(placa)})) == 0 {
		return missing("La placa")
	}
	row := Row{"cliente_id": cliente, "placa": m.kept(placa), "nombre": m.text(body["nombre"]), "activado": 1, "favorito": 0}
	m.add("vehiculos", row)
	m.effect("link %d %s", cliente, Bare(placa))
	return ok(m.show(row))
}

func (m *Model) clientes(email string) []Row {
	other := func(row Row) bool { return !strings.EqualFold(fmt.Sprint(row["email"]), email) }
	return slices.DeleteFunc(slices.Clone(m.tables["clientes"]), other)
}

func (m *Model) saveCliente(r Request) Answer {
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
	case r.Method == http.MethodPut && len(held) > 0:
		return refused(http.StatusOK, "El correo ya está registrado")
	case r.Method == http.MethodPut:
		m.add("clientes", fields)
		m.effect("register client")
		return ok(m.show(fields))
	case len(held) == 0:
		return missing("El cliente")
	}
	for name, value := range fields {
		held[0][name] = value
	}
	return ok(map[string]any{"message": "Guardado"})
}

func (m *Model) saveFavorita(body map[string]any) Answer {
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
		return ok(m.show(held[0]))
	}
	row := Row{"cliente_id": number(body["cliente_id"]), "zona_id": body["zona_id"], "tramo_id": body["tramo_id"],
		"celda_id": body["celda_id"]}
	m.add("favoritas", row)
	m.effect("%s", saved(row))
	return ok(m.show(row))
}

func saved(favorita Row) string {
	return fmt.Sprintf("save favourite %v %v %v", favorita["zona_id"], favorita["tramo_id"], favorita["celda_id"])
}

func (m *Model) changeReserva(r Request, element string) Answer {
	held := m.rows("reservas", Row{"id": element})
	if len(held) == 0 {
		return missing("La reserva")
	}
	row := held[0]
	if row["estado"] != "activa" {
		return refused(http.StatusConflict, "La reserva ha terminado")
	}
	switch r.Operation() {
	case "PUT reserva-pagar":
		codigo := fmt.Sprint(r.Body["pago_codigo"])
		if len(m.rows("reservas", Row{"pago_codigo": codigo}))+len(m.rows("sanciones", Row{"pago_codigo": codigo})) > 0 {
			return refused(http.StatusOK, "El código ya se usó")
		}
		row["pago_codigo"], row["pago_tipo"] = codigo, number(r.Body["pago_tipo"])
		m.effect("pay %s", element)
	case "PUT reserva-extender":
		row["minutos"] = number(row["minutos"]) + number(r.Body["minutos"])
		m.effect("extend %s", element)
	default:
		if row["pago_codigo"] != nil {
			return refused(http.StatusConflict, "La reserva está pagada")
		}
		row["estado"] = "cancelada"
		m.effect("cancel %s", element)
	}
	return ok(map[string]any{"message": "Hecho"})
}

// paidElsewhere pays all that can be paid, with a code of its own.
func (m *Model) paidElsewhere() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, row := range slices.Concat(m.rows("reservas", Row{"estado": "activa"}), m.rows("sanciones", Row{"estado": "cerrada"})) {
		if code, _ := row["pago_codigo"].(string); code == "" {
			row["pago_codigo"], row["pagada"] = "TX-0", 1
			m.effect("pay %v", row["id"])
		}
	}
}

func (m *Model) extendedElsewhere() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, row := range m.rows("reservas", Row{"estado": "activa"}) {
		row["minutos"] = number(row["minutos"]) + 10
	}
}

func (m *Model) changeSancion(r Request, element string) Answer {
	if r.Operation() == "POST sancion-iniciar" {
		row := Row{"placa": m.kept(fmt.Sprint(r.Body["placa"])), "tramo_id": number(r.Body["tramo_id"]), "estado": "abierta"}
		m.add("sanciones", row)
		m.effect("start sanction")
		return ok(m.show(row))
	}
	held := m.rows("sanciones", Row{"id": element})
	if len(held) == 0 {
		return missing("La sanción")
	}
	row, show := held[0], m.show
	if m.Curt {
		show = func(Row) Row { return Row{} }
	}
	switch {
	case r.Operation() == "PUT sancion-cerrar":
		row["estado"] = "cerrada"
		if row["observaciones"] == nil {
			row["observaciones"] = m.text(r.Body["observaciones"])
		}
		return ok(show(row))
	case row["estado"] != "cerrada":
		return refused(http.StatusOK, "La sanción no se puede pagar porque no está cerrada")
	case row["pago_codigo"] != nil && (!m.Curt || row["pago_codigo"] == r.Body["pago_codigo"]):
		return refused(http.StatusOK, "La sanción ya está pagada")
	}
	row["pago_codigo"], row["pago_tipo"], row["pagada"] = fmt.Sprint(r.Body["pago_codigo"]), number(r.Body["pago_tipo"]), 1
	m.effect("pay %s", element)
	return ok(show(row))
}

func (m *Model) one(table, element, what string) Answer {
	found := m.rows(table, Row{"id": element})
	if len(found) == 0 {
		return missing(what)
	}
	return ok(m.show(found[0]))
}

func (m *Model) listed(r Request) Answer {
	fields := Row{}
	for _, name := range []string{"vehiculo_id", "tramo_id"} {
		if r.Query.Has(name) {
			fields[name] = r.Query.Get(name)
		}
	}
	switch r.Operation() {
	case "GET sanciones":
		return m.page(m.rows("sanciones", nil), r)
	case "GET reservas-activas":
		fields["estado"] = "activa"
	}
	return m.page(m.rows("reservas", fields), r)
}

// page gives one page of a listing, with the pagination fields beside it.
func (m *Model) page(all []Row, r Request) Answer {
	number := 1
	if n, err := strconv.Atoi(r.Query.Get("page")); err == nil {
		number = n
	}
	last := max(1, (len(all)+PageSize-1)/PageSize)
	from, to := min((number-1)*PageSize, len(all)), min(number*PageSize, len(all))
	out := ok(m.all(all[from:to]))
	out.Body["total"], out.Body["per_page"], out.Body["current_page"], out.Body["last_page"] = len(all), PageSize, number, last
	return out
}

// show gives a record as the service writes it.
func (m *Model) show(row Row) Row {
	out := Row{}
	for name, value := range row {
		if n, is := value.(int); is && m.Numbers != nil {
			value = m.Numbers(n)
		}
		if value != nil {
			out[name] = value
		}
	}
	return out
}

func (m *Model) all(rows []Row) []any {
	out := make([]any, len(rows))
	for i, row := range rows {
		out[i] = m.show(row)
	}
	return out
}

// number reads a whole number of a request or a record.
func number(value any) int {
	switch v := value.(type) {
	case int:
		return v
	case float64:
		return int(v)
	case json.Number:
		n, _ := strconv.Atoi(v.String())
		return n
	}
	n, _ := strconv.Atoi(fmt.Sprint(value))
	return n
}

func unescaped(element string) string {
	if text, err := url.PathUnescape(element); err == nil {
		return text
	}
	return element
}
