package flotacsv

import (
	"fmt"
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

// otherNames are headings that mean a column.
var otherNames = map[string]string{"matricula": columnPlaca}

// positions tells at which field of a line each column stands.
type positions map[string]int

// parseHeader finds the columns by name, whatever their order, case and accents. Any other is ignored, unless it resembles one that the
// file lacks: a misspelled column would drop its values without a word.
func (p *problems) parseHeader(line int, fields []string, tipos Tipos, required []string) positions {
	header := make(positions, len(fields))
	var others []string
	for i, field := range fields {
		name := strings.NewReplacer(" ", "_", "-", "_").Replace(fold(field))
		if column, other := otherNames[name]; other {
			name = column
		}
		switch first, repeated := header[name]; {
		case repeated:
			p.add(line, name, fmt.Sprintf("stands twice in the header, as fields %d and %d", first+1, i+1), "")
		case slices.Contains(columns, name):
			header[name] = i
		case name != "":
			others = append(others, name)
		}
	}
	for _, other := range others {
		for _, column := range columns {
			if !header.names(column) && levenshtein.Distance(other, column, nil) <= maxEdits {
				p.add(line, column, "missing from the header, which has a similar column; rename it, or that", parking.Quote(other))
			}
		}
	}
	for _, column := range append([]string{columnPlaca, columnTipoID}, required...) {
		if !header.names(column) {
			p.add(line, column, "missing from the header", "")
		}
	}
	if header.has(columnCliente) && header.has(columnClienteID) {
		p.add(line, columnClienteID, "one column too many for the client, beside cliente; remove one", "")
	}
	if header.has(columnTipo) && !header.has(columnTipoID) && len(tipos) == 0 {
		p.add(line, columnTipo, "words need their numbers, as second argument; for example "+
			"data.parking_tipos_vehiculo.todos.ids, or use the column tipo_vehiculo_id", "")
	}
	return header
}

func (h positions) has(column string) bool { _, in := h[column]; return in }

// names reports whether the file has a column, or the other one for the same thing.
func (h positions) names(column string) bool {
	same := map[string]string{columnTipoID: columnTipo, columnTipo: columnTipoID,
		columnCliente: columnClienteID, columnClienteID: columnCliente}
	return h.has(column) || h.has(same[column])
}
