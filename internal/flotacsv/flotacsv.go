// Package flotacsv reads a fleet from the text of a CSV file, and writes one. It knows nothing of Terraform. [Parse],
// [ParseFleets] and [Write] are the ways in; values.go reads single fields, error.go names every bad line.
package flotacsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Row is one vehicle of a fleet file.
type Row struct {
	Placa                  string
	TipoVehiculoID         int64
	Cliente                string  // empty when the file has no such column
	Nombre                 *string // nil when the file leaves it blank
	Electrico, Minusvalido bool
}

// The columns that a fleet file must have, and those that it may have.
var (
	requiredColumns = []string{"placa", "tipo_vehiculo_id"}
	optionalColumns = []string{columnCliente, "nombre", "electrico", "minusvalido"}
)

const columnCliente = "cliente"

// positions tells at which field of a line each column stands.
type positions map[string]int

// Parse reads a fleet file and returns its vehicles by plate. A file with anything wrong in it is refused as a whole,
// because half a fleet in a for_each would read as an order to destroy the other half: the error is a Error that names
// every bad line.
func Parse(text string) (map[string]Row, error) {
	list, err := parse(text, requiredColumns)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]Row, len(list))
	for _, row := range list {
		rows[row.Placa] = row
	}
	return rows, nil
}

// ParseFleets reads a fleet file as Parse does, and returns the vehicles of each client. Addresses that differ in case are
// one client, as the service compares them, in the spelling that comes first.
func ParseFleets(text string) (map[string]map[string]Row, error) {
	list, err := parse(text, append(slices.Clone(requiredColumns), columnCliente))
	if err != nil {
		return nil, err
	}
	fleets, spelled := make(map[string]map[string]Row), make(map[string]string)
	for _, row := range list {
		key := row.Cliente
		if strings.Contains(key, "@") {
			key = strings.ToLower(key)
		}
		if spelled[key] == "" {
			spelled[key] = row.Cliente
			fleets[row.Cliente] = make(map[string]Row)
		}
		fleets[spelled[key]][row.Placa] = row
	}
	return fleets, nil
}

// parse returns the vehicles in the order of their lines.
func parse(text string, required []string) ([]Row, error) {
	text = strings.TrimPrefix(text, "\uFEFF") // spreadsheets put a byte order mark before UTF-8
	// encoding/csv ends lines at LF only; a lone CR is how old Mac spreadsheets end them.
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if line := invalidLine(text); line > 0 {
		return nil, Error{{
			line: line,
			text: "is not UTF-8 text; save the file as \"CSV UTF-8\", or decode it with textdecodebase64(filebase64(path), \"ISO-8859-1\")",
		}}
	}

	if path := strings.TrimSpace(text); !strings.Contains(path, "\n") && strings.HasSuffix(strings.ToLower(path), ".csv") {
		return nil, Error{{line: 1, text: fmt.Sprintf("is the path of a file, %s, and the text of the file is needed: "+
			"write file(path) in its place", parking.Quote(path))}}
	}

	// Terraform joins letters and accents too, in what is declared beside the file.
	text = norm.NFC.String(text)
	text, comma := separator(text)
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = comma
	reader.FieldsPerRecord = -1             // counted here, so that every bad line is reported, not the first
	reader.TrimLeadingSpace = comma != '\t' // which is a space too

	var (
		header    positions
		width     int // fields of the header line
		problems  Error
		rows      []Row
		firstLine = make(map[string]int) // line of each plate's first appearance
	)
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			problems = append(problems, quoteProblem(err))
			if header == nil {
				return nil, problems // no line can be judged without the header
			}
			continue
		}
		if allBlank(fields) {
			continue // spreadsheets save an emptied row as separators alone
		}
		line, _ := reader.FieldPos(0)
		if header == nil {
			for allBlank(fields[len(fields)-1:]) { // a spreadsheet ends every line with separators of empty columns
				fields = fields[:len(fields)-1]
			}
			header, problems = parseHeader(line, fields, required)
			if problems != nil {
				return nil, problems
			}
			width = len(fields)
			continue
		}
		if len(fields) > width && allBlank(fields[width:]) {
			fields = fields[:width]
		}
		if len(fields) != width {
			problems = append(problems, problem{line: line, text: fmt.Sprintf("has %d fields, the header has %d", len(fields), width)})
			continue
		}
		row, bad := header.row(line, fields)
		// Case, blanks and punctuation make no other plate, and what is registered under a slip of them can never be
		// deleted.
		bare := parking.BarePlaca(row.Placa)
		if first, seen := firstLine[bare]; seen {
			bad = append(bad, problem{line, "placa", fmt.Sprintf("%s is a duplicate, first on line %d", parking.Quote(row.Placa), first)})
		} else if bare != "" {
			firstLine[bare] = line
		}
		problems = append(problems, bad...)
		rows = append(rows, row)
	}
	if header == nil {
		return nil, Error{{line: 1, text: "is missing: the text is empty, it must start with a header line that names the columns"}}
	}
	if problems != nil {
		return nil, problems
	}
	return rows, nil
}

// parseHeader finds the columns by name, whatever their order, letter case and accents.
func parseHeader(line int, fields, required []string) (positions, Error) {
	header := make(positions, len(fields))
	var problems Error
	for i, field := range fields {
		name := fold(field)
		first, repeated := header[name]
		switch {
		case name == "":
			problems = append(problems, problem{line: line, text: fmt.Sprintf("has no name for field %d of the header", i+1)})
		case repeated:
			problems = append(problems, problem{line, name, fmt.Sprintf("stands twice in the header, as fields %d and %d", first+1, i+1)})
		case !slices.Contains(requiredColumns, name) && !slices.Contains(optionalColumns, name):
			text := "has an unknown column: " + parking.Quote(strings.TrimSpace(field))
			problems = append(problems, problem{line: line, text: text})
		default:
			header[name] = i
		}
	}
	for _, column := range required {
		if _, found := header[column]; !found {
			problems = append(problems, problem{line, column, "the column is missing from the header"})
		}
	}
	return header, problems
}

// row turns the fields of one line into a vehicle and says what is wrong with each column.
func (h positions) row(line int, fields []string) (Row, Error) {
	var bad Error
	report := func(column string, err error) {
		if err != nil {
			bad = append(bad, problem{line, column, err.Error()})
		}
	}
	value := func(column string) string {
		if at, found := h[column]; found {
			return parseText(fields[at])
		}
		return ""
	}

	var err error
	row := Row{Placa: value("placa"), Cliente: value(columnCliente)}
	report("placa", parking.CheckPlaca(row.Placa))
	row.TipoVehiculoID, err = parseTipo(value("tipo_vehiculo_id"))
	report("tipo_vehiculo_id", err)
	if _, named := h[columnCliente]; named && row.Cliente == "" {
		report(columnCliente, errEmpty)
	}
	if nombre := value("nombre"); nombre != "" {
		row.Nombre = &nombre
	}
	row.Electrico, err = parseFlag(value("electrico"))
	report("electrico", err)
	row.Minusvalido, err = parseFlag(value("minusvalido"))
	report("minusvalido", err)
	return row, bad
}
