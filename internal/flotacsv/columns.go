package flotacsv

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// The columns of a fleet file, as their folded headings.
const (
	columnPlaca       = "placa"
	columnTipoID      = "tipo_vehiculo_id"
	columnTipo        = "tipo_vehiculo"
	columnCliente     = "cliente"
	columnClienteID   = "cliente_id"
	columnNombre      = "nombre"
	columnElectrico   = "electrico"
	columnMinusvalido = "minusvalido"
)

var columns = []string{columnPlaca, columnTipoID, columnTipo, columnCliente, columnClienteID, columnNombre,
	columnElectrico, columnMinusvalido}

// maxEdits is in how many letters a heading may differ from the column that is meant.
const maxEdits = 2

// otherNames are headings that mean a column. Only matricula is read as such: what is in a column "Tipo" is a guess.
var otherNames = map[string]string{matricula: columnPlaca, "tipo": columnTipo, "tipo_de_vehiculo": columnTipo}

const matricula = "matricula"

// twins are columns for the same thing, of which a file has one.
var twins = map[string]string{columnTipoID: columnTipo, columnTipo: columnTipoID,
	columnCliente: columnClienteID, columnClienteID: columnCliente}

// positions tells at which field of a line each column stands.
type positions map[string]int

// parseHeader finds the columns by name, whatever their order, case and accents. Any other is ignored, unless it resembles one that the
// file lacks: a misspelled column would drop its values without a word. It is taken for that one, so that its values are checked too.
func (p *problems) parseHeader(line int, fields []string, tipos Tipos, required []string) positions {
	header := make(positions, len(fields))
	others := make(map[int]string)
	for i, field := range fields {
		name := strings.NewReplacer(" ", "_", "-", "_").Replace(fold(field))
		if name == matricula {
			name = columnPlaca
		}
		switch first, repeated := header[name]; {
		case repeated:
			p.add(line, name, fmt.Sprintf("stands twice in the header, as fields %d and %d", first+1, i+1), "")
		case slices.Contains(columns, name):
			header[name] = i
		case name != "":
			others[i] = name
		}
	}
	for _, i := range slices.Sorted(maps.Keys(others)) {
		if column := meant(others[i]); column != "" && !header.names(column) {
			p.add(line, "", fmt.Sprintf("unknown column %s; did you mean %s? Rename the column to that, or to something else",
				parking.Quote(strings.TrimSpace(fields[i])), column), "")
			header[column] = i
		}
	}
	for _, column := range append([]string{columnPlaca, columnTipoID}, required...) {
		if !header.names(column) {
			p.add(line, strings.TrimSuffix(column+" or "+twins[column], " or "), "missing from the header", "")
		}
	}
	for _, column := range []string{columnTipo, columnClienteID} {
		if header.has(column) && header.has(twins[column]) {
			p.add(line, column, "conflicts with the column "+twins[column]+"; remove one of them", "")
		}
	}
	if header.has(columnTipo) && !header.has(columnTipoID) && len(tipos) == 0 {
		p.add(line, columnTipo, "words need their numbers, as second argument; for example "+
			"data.parking_tipos_vehiculo.todos.ids, or use the column tipo_vehiculo_id", "")
	}
	return header
}

// meant gives the column that a heading probably means, or "".
func meant(name string) (column string) {
	edits := maxEdits + 1
	for _, known := range append(slices.Sorted(maps.Keys(otherNames)), columns...) {
		if distance := levenshtein.Distance(name, known, nil); distance < edits {
			edits, column = distance, cmp.Or(otherNames[known], known)
		}
	}
	return column
}

func (h positions) has(column string) bool { _, in := h[column]; return in }

// names reports whether the file has a column, or the other one for the same thing.
func (h positions) names(column string) bool { return h.has(column) || h.has(twins[column]) }
