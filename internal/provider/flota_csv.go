package provider

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// vehiculoFila is one vehicle of a fleet file. The tfsdk names are the attributes that users of flota_csv see.
type vehiculoFila struct {
	Placa          string  `tfsdk:"placa"`
	TipoVehiculoID int64   `tfsdk:"tipo_vehiculo_id"`
	Cliente        string  `tfsdk:"cliente"`
	Nombre         *string `tfsdk:"nombre"` // nil when the file leaves it blank
	Electrico      bool    `tfsdk:"electrico"`
	Minusvalido    bool    `tfsdk:"minusvalido"`
}

// flotaColumns lists every column a fleet file may have.
var flotaColumns = []struct {
	name     string
	required bool
}{
	{"placa", true},
	{"tipo_vehiculo_id", true},
	{"cliente", true},
	{"nombre", false},
	{"electrico", false},
	{"minusvalido", false},
}

// flotaHeader tells at which field of a line each column stands.
type flotaHeader map[string]int

// parseFlota reads a fleet file and returns its vehicles by plate. A file with anything wrong in it is refused as a
// whole, because half a fleet in a for_each would read as an order to destroy the other half: the error is a
// flotaError that names every bad line.
func parseFlota(text string) (map[string]vehiculoFila, error) {
	text = strings.TrimPrefix(text, "\uFEFF") // spreadsheets put a byte order mark before UTF-8
	// encoding/csv ends lines at LF only; a lone CR is how old Mac spreadsheets end them.
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if at := invalidUTF8(text); at >= 0 {
		return nil, flotaError{{
			line: 1 + strings.Count(text[:at], "\n"),
			text: "is not UTF-8 text; save the file as \"CSV UTF-8\", or decode it with textdecodebase64(filebase64(path), \"ISO-8859-1\")",
		}}
	}

	if path := strings.TrimSpace(text); !strings.Contains(path, "\n") && strings.HasSuffix(strings.ToLower(path), ".csv") {
		return nil, flotaError{{line: 1, text: fmt.Sprintf("is the path of a file, %s, and the text of the file is needed: write file(path) in its place", excerpt(path))}}
	}

	// Terraform joins letters and accents too, in what is declared beside the file.
	text = norm.NFC.String(text)
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = flotaSeparator(text)
	reader.FieldsPerRecord = -1 // counted here, so that every bad line is reported, not the first
	reader.TrimLeadingSpace = true

	var (
		header    flotaHeader
		width     int // fields of the header line
		problems  flotaError
		rows      = make(map[string]vehiculoFila)
		firstLine = make(map[string]int) // line of each plate's first appearance
	)
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			problem, ok := quoteProblem(err)
			if !ok {
				return nil, fmt.Errorf("reading the fleet file: %w", err)
			}
			problems = append(problems, problem)
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
			header, problems = parseFlotaHeader(line, fields)
			if problems != nil {
				return nil, problems
			}
			width = len(fields)
			continue
		}
		if len(fields) != width {
			problems = append(problems, flotaProblem{line: line, text: fmt.Sprintf("has %d fields, the header has %d", len(fields), width)})
			continue
		}
		row, bad := header.row(line, fields)
		// Case, blanks and hyphens make no other plate, and what is registered
		// under a slip of them can never be deleted.
		bare := parking.BarePlaca(row.Placa)
		if first, seen := firstLine[bare]; seen {
			bad = append(bad, flotaProblem{line, "placa", fmt.Sprintf("%s is a duplicate, first on line %d", excerpt(row.Placa), first)})
		} else if bare != "" {
			firstLine[bare] = line
		}
		problems = append(problems, bad...)
		rows[row.Placa] = row
	}
	if header == nil {
		return nil, flotaError{{line: 1, text: "is missing: the text is empty, it must start with a header line that names the columns"}}
	}
	if problems != nil {
		return nil, problems
	}
	return rows, nil
}

// parseFlotaHeader finds the columns by name, whatever their order, letter case and accents.
func parseFlotaHeader(line int, fields []string) (flotaHeader, flotaError) {
	header := make(flotaHeader, len(fields))
	var problems flotaError
	for i, field := range fields {
		name := fold(field)
		first, repeated := header[name]
		switch {
		case name == "":
			problems = append(problems, flotaProblem{line: line, text: fmt.Sprintf("has no name for field %d of the header", i+1)})
		case repeated:
			problems = append(problems, flotaProblem{line, name, fmt.Sprintf("stands twice in the header, as fields %d and %d", first+1, i+1)})
		case !isFlotaColumn(name):
			problems = append(problems, flotaProblem{line: line, text: fmt.Sprintf("has a header field that is no column of a fleet file: %s", excerpt(strings.TrimSpace(field)))})
		default:
			header[name] = i
		}
	}
	for _, column := range flotaColumns {
		if _, found := header[column.name]; column.required && !found {
			problems = append(problems, flotaProblem{line, column.name, "the column is missing from the header"})
		}
	}
	return header, problems
}

// row turns the fields of one line into a vehicle and says what is wrong with each column.
func (h flotaHeader) row(line int, fields []string) (vehiculoFila, flotaError) {
	var bad flotaError
	report := func(column string, err error) {
		if err != nil {
			bad = append(bad, flotaProblem{line, column, err.Error()})
		}
	}
	value := func(column string) string {
		if at, found := h[column]; found {
			return strings.TrimSpace(fields[at])
		}
		return ""
	}

	var err error
	row := vehiculoFila{Placa: value("placa"), Cliente: value("cliente")}
	report("placa", checkPlaca(row.Placa))
	row.TipoVehiculoID, err = parseTipo(value("tipo_vehiculo_id"))
	report("tipo_vehiculo_id", err)
	if row.Cliente == "" {
		report("cliente", errEmpty)
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
