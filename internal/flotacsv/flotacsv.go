// Package flotacsv reads a fleet from the text of a CSV file, and writes one. It knows nothing of Terraform. [Parse],
// [ParseFleets] and [Write] are the ways in; columns.go finds the columns, tipos.go the words for vehicle types, values.go reads single
// fields, error.go names every bad line.
package flotacsv

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Row is one vehicle of a fleet file.
type Row struct {
	Placa                  string
	TipoVehiculoID         int64
	Cliente                string  // e-mail address in lower case; empty when the file has no such column
	ClienteID              int64   // 0 when the file has no such column
	Nombre                 *string // nil when the file leaves it blank
	Electrico, Minusvalido bool
}

// client names the client of a row, empty when the file does not.
func (r Row) client() string {
	if r.ClienteID > 0 {
		return strconv.FormatInt(r.ClienteID, 10)
	}
	return r.Cliente
}

// Parse reads the fleet of one client and returns its vehicles by plate. tipos are the words of the column tipo_vehiculo. A file with
// anything wrong in it is rejected as a whole, because half a fleet in a for_each would read as an order to destroy the other half: the
// error names every bad line. So is one with several clients: all its vehicles would be linked to one of them.
func Parse(text string, tipos Tipos) (map[string]Row, error) {
	list, bad := parse(text, tipos)
	rows := make(map[string]Row, len(list))
	var first string // client, as far as lines name one
	for _, row := range list {
		first = cmp.Or(first, row.client())
		if client := row.client(); client != "" && client != first {
			bad.add(row.line, "", "vehicle of another client than the first; use flotas_csv, which gives the fleet of each client", "")
		}
		rows[row.Placa] = row.Row
	}
	if err := bad.err(); err != nil {
		return nil, err
	}
	return rows, nil
}

// ParseFleets reads a fleet file as Parse does, and returns the vehicles of each client, by its e-mail address in lower case or its number.
func ParseFleets(text string, tipos Tipos) (map[string]map[string]Row, error) {
	list, bad := parse(text, tipos, columnCliente)
	if err := bad.err(); err != nil {
		return nil, err
	}
	fleets := make(map[string]map[string]Row)
	for _, row := range list {
		client := row.client()
		if fleets[client] == nil {
			fleets[client] = make(map[string]Row)
		}
		fleets[client][row.Placa] = row.Row
	}
	return fleets, nil
}

// parsed is a row with its line.
type parsed struct {
	Row
	line int
}

// parse returns the vehicles in the order of their lines, and what is wrong with the header and with them.
func parse(text string, tipos Tipos, required ...string) (rows []parsed, bad *problems) {
	bad = &problems{lines: make(map[int]bool)}
	text = strings.TrimPrefix(text, "\uFEFF") // spreadsheets put a byte order mark before UTF-8
	// encoding/csv ends lines at LF only; a lone CR is how old Mac spreadsheets end them.
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if path := strings.TrimSpace(text); !strings.Contains(path, "\n") && strings.HasSuffix(strings.ToLower(path), ".csv") {
		bad.add(1, "", "path of a file, and the text of the file is needed; write file(path) in its place", parking.Quote(path))
		return nil, bad
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
		width     int                    // fields of the header line
		firstLine = make(map[string]int) // line of each plate's first appearance
	)
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			bad.quoteProblem(err)
			if header == nil {
				return nil, bad // no line can be judged without the header
			}
			continue
		}
		if allBlank(fields) {
			continue // spreadsheets save an emptied row as separators alone
		}
		line, _ := reader.FieldPos(0)
		if header == nil {
			header, width = bad.parseHeader(line, fields, tipos, required), len(fields)
			continue
		}
		// A spreadsheet ends lines with separators of empty columns, or leaves them out.
		for len(fields) > width && allBlank(fields[width:]) {
			fields = fields[:width]
		}
		if len(fields) != width {
			bad.add(line, "", fmt.Sprintf("not as many fields as the header, which has %d", width), strconv.Itoa(len(fields)))
			continue
		}
		row := bad.row(header, line, fields, tipos)
		// Case, blanks and punctuation make no other plate, and what is registered under a slip of them can never be
		// deleted.
		bare := parking.BarePlaca(row.Placa)
		if first, seen := firstLine[bare]; seen {
			bad.add(line, columnPlaca, "duplicate", fmt.Sprintf("%s, first on line %d", parking.Quote(row.Placa), first))
		} else if bare != "" {
			firstLine[bare] = line
		}
		rows = append(rows, parsed{row, line})
	}
	if header == nil {
		bad.add(1, "", "missing: the text is empty, and must start with a header line that names the columns", "")
	}
	return rows, bad
}

// row turns the fields of one line into a vehicle, and notes what is wrong with each column that the file has.
func (p *problems) row(h positions, line int, fields []string, tipos Tipos) Row {
	l := record{p, h, line, fields}
	return Row{
		Placa: read(l, columnPlaca, func(placa string) (string, error) {
			return placa, checkPlaca(placa, isMarked(fields[h[columnPlaca]]))
		}),
		TipoVehiculoID: cmp.Or(read(l, columnTipoID, numberOf("a vehicle type")), read(l, columnTipo, tipos.parse)),
		Cliente:        read(l, columnCliente, parseCliente),
		ClienteID:      read(l, columnClienteID, numberOf("a client")),
		Nombre:         read(l, columnNombre, parseNombre),
		Electrico:      read(l, columnElectrico, parseFlag),
		Minusvalido:    read(l, columnMinusvalido, parseFlag),
	}
}

// record is one line of a file, or several if a quoted field has line breaks.
type record struct {
	bad    *problems
	header positions
	line   int
	fields []string
}

// read reads a column, if the file has it, and notes what is wrong with its value.
func read[T any](r record, column string, parse func(value string) (T, error)) (value T) {
	at, in := r.header[column]
	if !in {
		return value
	}
	text := parseText(r.fields[at])
	value, err := parse(text)
	if err != nil && text == "" {
		r.bad.add(r.line, column, err.Error(), "")
	} else if err != nil {
		r.bad.add(r.line, column, err.Error(), parking.Quote(text))
	}
	return value
}
