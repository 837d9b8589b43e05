package flotacsv

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

const headerLine = "placa,tipo_vehiculo_id,cliente,nombre,electrico,minusvalido\n"

func TestParseFlotaFiles(t *testing.T) {
	t.Parallel()
	nombre := func(s string) *string { return &s }
	tests := map[string]struct {
		vehiculos int
		row       Row
	}{
		"flota.csv": {300, Row{"AVQ7353", 2, "flota.sur@example.com", nombre("Moto 011"), true, false}},
		// Byte order mark, semicolons, CRLF, accented header, blanks around the plate, a quoted separator.
		"flota-excel.csv": {120, Row{"ZMJ9265", 1, "flota.norte@example.com", nombre(`Camión 001; "reserva"`), false, false}},
	}
	for file, test := range tests {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			rows, err := Parse(readFile(t, file))
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) != test.vehiculos {
				t.Errorf("%d vehicles, want %d", len(rows), test.vehiculos)
			}
			if got := rows[test.row.Placa]; !reflect.DeepEqual(got, test.row) {
				t.Errorf("got %+v, want %+v", got, test.row)
			}
		})
	}
}

// TestParseFlotaForms reads the same fleet written in many ways.
func TestParseFlotaForms(t *testing.T) {
	t.Parallel()
	want := map[string]Row{
		"A1": {Placa: "A1", TipoVehiculoID: 1, Cliente: "c", Electrico: true},
		"B2": {Placa: "B2", TipoVehiculoID: 2, Cliente: "c"},
	}
	for name, text := range map[string]string{
		"LF":                       "placa,tipo_vehiculo_id,cliente,electrico\nA1,1,c,1\nB2,2,c,0\n",
		"no end of last line":      "placa,tipo_vehiculo_id,cliente,electrico\nA1,1,c,1\nB2,2,c,0",
		"CRLF":                     "placa,tipo_vehiculo_id,cliente,electrico\r\nA1,1,c,1\r\nB2,2,c,0\r\n",
		"CR":                       "placa,tipo_vehiculo_id,cliente,electrico\rA1,1,c,1\rB2,2,c,0\r",
		"byte order mark":          "\uFEFFplaca,tipo_vehiculo_id,cliente,electrico\nA1,1,c,1\nB2,2,c,0\n",
		"mark and quotes":          "\uFEFF\"placa\",\"tipo_vehiculo_id\",\"cliente\",\"electrico\"\n\"A1\",\"1\",\"c\",\"1\"\nB2,2,c,0\n",
		"semicolons":               "placa;tipo_vehiculo_id;cliente;electrico\nA1;1;c;1\nB2;2;c;0\n",
		"column order":             "electrico,cliente,placa,tipo_vehiculo_id\n1,c,A1,1\n0,c,B2,2\n",
		"header case and accent":   "PLACA,Tipo_Vehículo_ID,Cliente, Eléctrico \nA1,1,c,1\nB2,2,c,0\n",
		"accent of its own":        "placa,tipo_vehiculo_id,cliente,Ele\u0301ctrico\nA1,1,c,1\nB2,2,c,0\n",
		"blanks around values":     "placa,tipo_vehiculo_id,cliente,electrico\n A1\t,\t1 , c , 1 \n\u00a0B2,2,c,0\n",
		"blank before a quote":     "placa,tipo_vehiculo_id,cliente,electrico\nA1, \"1\",c,1\nB2,2,c,0\n",
		"blanks inside quotes":     "placa,tipo_vehiculo_id,cliente,electrico\n\" A1 \",1,c,1\nB2,2,c,0\n",
		"marked as text":           "placa,tipo_vehiculo_id,cliente,electrico\n 'A1,'1,'c,\"'1\"\n'B2,2,c,0\n",
		"blank lines":              "\n  \nplaca,tipo_vehiculo_id,cliente,electrico\n\nA1,1,c,1\n   \nB2,2,c,0\n\n",
		"rows of separators alone": "placa,tipo_vehiculo_id,cliente,electrico\nA1,1,c,1\n,,,\nB2,2,c,0\n,,,\n",
		"tabs":                     "placa\ttipo_vehiculo_id\tcliente\telectrico\nA1\t1\tc\t1\nB2\t2\tc\t0\n",
		"tabs first":               "electrico\tplaca\ttipo_vehiculo_id\tcliente\n1\tA1\t1\tc\n\tB2\t2\tc\n",
		"named separator":          "sep=;\nplaca;tipo_vehiculo_id;cliente;electrico\nA1;1;c;1\nB2;2;c;0\n",
		"named by a spreadsheet":   "\uFEFF\"SEP=,\",,,\r\nplaca,tipo_vehiculo_id,cliente,electrico\r\nA1,1,c,1\r\nB2,2,c,0\r\n",
		"named tab":                "sep=\t\nplaca\ttipo_vehiculo_id\tcliente\telectrico\nA1\t1\tc\t1\nB2\t2\tc\t0\n",
		"trailing separators":      "placa;tipo_vehiculo_id;cliente;electrico;;\nA1;1;c;1;;\nB2;2;c;0;;\n",
		"trailing in lines alone":  "placa,tipo_vehiculo_id,cliente,electrico\nA1,1,c,1,\nB2,2,c,0, ,\n",
		"optional columns":         "placa,tipo_vehiculo_id,cliente,electrico,nombre,minusvalido\nA1,1,c,1,,\nB2,2,c,0, ,\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// TestParseFleets groups by client, and needs the column.
func TestParseFleets(t *testing.T) {
	t.Parallel()
	got, err := ParseFleets("placa,tipo_vehiculo_id,cliente\nA1,1,Ana@example.com\nB2,2,ana@EXAMPLE.com\nC3,1,Norte\nD4,1,norte\n")
	want := map[string]map[string]Row{
		"Ana@example.com": {
			"A1": {Placa: "A1", TipoVehiculoID: 1, Cliente: "Ana@example.com"}, "B2": {Placa: "B2", TipoVehiculoID: 2, Cliente: "ana@EXAMPLE.com"},
		},
		"Norte": {"C3": {Placa: "C3", TipoVehiculoID: 1, Cliente: "Norte"}},
		"norte": {"D4": {Placa: "D4", TipoVehiculoID: 1, Cliente: "norte"}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if _, err = ParseFleets("placa,tipo_vehiculo_id\nA1,1\n"); err == nil || !strings.Contains(err.Error(), "line 1, cliente: the column is missing") {
		t.Errorf("got %v without the column", err)
	}
	if rows, err := Parse("placa,tipo_vehiculo_id\nA1,1\n"); err != nil || rows["A1"] != (Row{Placa: "A1", TipoVehiculoID: 1}) {
		t.Errorf("got %+v, %v of a fleet of one client", rows, err)
	}
}

func TestParseFlotaHeaderAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{headerLine, strings.TrimSpace(headerLine), "placa;tipo_vehiculo_id;cliente"} {
		rows, err := Parse(text)
		if err != nil || rows == nil || len(rows) != 0 {
			t.Errorf("%q gave %v, %v; want an empty map", text, rows, err)
		}
	}
}

func TestParseFlotaKeepsLineBreakInsideQuotes(t *testing.T) {
	t.Parallel()
	rows, err := Parse("placa,tipo_vehiculo_id,cliente,nombre\r\nA1,1,c,\"dos\r\nlíneas\"\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if nombre := rows["A1"].Nombre; nombre == nil || *nombre != "dos\nlíneas" {
		t.Errorf("nombre = %v", nombre)
	}
}

func TestParseFlotaFlags(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]bool{
		"1": true, "si": true, "SI": true, "sí": true, "Sí": true, "SÍ": true, "si\u0301": true, "s": true, "S": true, "yes": true,
		"Y": true, "true": true, "TRUE": true, "VERDADERO": true, "x": true, "X": true, " x ": true,
		"0": false, "no": false, "NO": false, "n": false, "N": false, "false": false, "False": false, "FALSO": false, "": false, "  ": false,
	} {
		t.Run(strconv.Quote(flag), func(t *testing.T) {
			t.Parallel()
			rows, err := Parse("placa,tipo_vehiculo_id,cliente,electrico,minusvalido\nA1,1,c," + flag + ",x\nB2,1,c,0," + flag + "\n")
			if err != nil {
				t.Fatal(err)
			}
			if rows["A1"].Electrico != want || rows["B2"].Minusvalido != want {
				t.Errorf("electrico %t, minusvalido %t, want %t", rows["A1"].Electrico, rows["B2"].Minusvalido, want)
			}
		})
	}
}

func TestParseFlotaProblems(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string // the lines below the first one, complete
	}{
		"empty":                     {"", []string{"line 1 is missing: the text is empty, it must start with a header line that names the columns"}},
		"blank":                     {" \n\r\n", []string{"line 1 is missing: the text is empty, it must start with a header line that names the columns"}},
		"path":                      {"flotas/Sur.CSV", []string{`line 1 is the path of a file, "flotas/Sur.CSV", and the text of the file is needed: write file(path) in its place`}},
		"missing columns":           {"nombre\n", []string{"line 1, placa: the column is missing from the header", "line 1, tipo_vehiculo_id: the column is missing from the header"}},
		"unknown column":            {"placa,tipo_vehiculo_id,cliente,marca\n", []string{`line 1 has an unknown column: "marca"`}},
		"repeated column":           {"placa,tipo_vehiculo_id,cliente,Placa\n", []string{"line 1, placa: stands twice in the header, as fields 1 and 4"}},
		"column without name":       {"placa,,tipo_vehiculo_id,cliente,\n", []string{"line 1 has no name for field 2 of the header"}},
		"line of a named separator": {"sep=;\nplaca;tipo_vehiculo_id;cliente\nA1;0;c\n", []string{`line 3, tipo_vehiculo_id: "0" is not the number of a vehicle type`}},
		"header after blanks":       {"\n\nplaca,cliente\n", []string{"line 3, tipo_vehiculo_id: the column is missing from the header"}},
		"no header":                 {"A1,1,a@example.com\n", []string{`line 1 has an unknown column: "A1"`, `line 1 has an unknown column: "1"`, "line 1 has an unknown column: an e-mail address (not shown)", "line 1, placa: the column is missing from the header", "line 1, tipo_vehiculo_id: the column is missing from the header"}},
		"quote in the header":       {"pla\"ca,tipo_vehiculo_id,cliente\nA1,1,c\n", []string{`line 1 has a quote inside a field that does not start with one; write "say ""hi"""`}},
		"too many fields":           {"placa,tipo_vehiculo_id,cliente\nA1,1,c,x\n", []string{"line 2 has 4 fields, the header has 3"}},
		"every value required":      {"placa,tipo_vehiculo_id,cliente,nombre\n , , ,x\n", []string{"line 2, placa: is empty", "line 2, tipo_vehiculo_id: is empty", "line 2, cliente: is empty"}},
		"bad types": {
			"placa,tipo_vehiculo_id,cliente\nA1,0,c\nA2,-1,c\nA3,1.0,c\nA4,coche,c\nA5,9223372036854775808,c\n",
			[]string{
				`line 2, tipo_vehiculo_id: "0" is not the number of a vehicle type`, `line 3, tipo_vehiculo_id: "-1" is not the number of a vehicle type`,
				`line 4, tipo_vehiculo_id: "1.0" is not the number of a vehicle type`, `line 5, tipo_vehiculo_id: "coche" is not the number of a vehicle type`,
				`line 6, tipo_vehiculo_id: "9223372036854775808" is not the number of a vehicle type`,
			},
		},
		"both flags": {"placa,tipo_vehiculo_id,cliente,electrico,minusvalido\nA1,1,c,2,maybe\n", []string{
			`line 2, electrico: "2" is neither yes nor no (si/no, 1/0, true/false, x/blank)`,
			`line 2, minusvalido: "maybe" is neither yes nor no (si/no, 1/0, true/false, x/blank)`,
		}},
		"empty plates are no duplicates": {"placa,tipo_vehiculo_id,cliente\n,1,c\n,1,c\n", []string{"line 2, placa: is empty", "line 3, placa: is empty"}},
		"long value": {"placa,tipo_vehiculo_id,cliente\nA1," + strings.Repeat("ñ", 41) + ",c\n", []string{
			`line 2, tipo_vehiculo_id: "` + strings.Repeat("ñ", 40) + `…" is not the number of a vehicle type`,
		}},
		"personal data is not shown":      {"placa,tipo_vehiculo_id,cliente\nA1,a@example.com,1\n", []string{"line 2, tipo_vehiculo_id: an e-mail address (not shown) is not the number of a vehicle type"}},
		"another spelling is a duplicate": {"placa,tipo_vehiculo_id,cliente\nAAA1,1,c\naaa-1,2,c\n", []string{`line 3, placa: "aaa-1" is a duplicate, first on line 2`}},
		"duplicates name the first": {"placa,tipo_vehiculo_id,cliente\nA1,1,c\nA1,2,c\n A1 ,3,c\n", []string{
			`line 3, placa: "A1" is a duplicate, first on line 2`, `line 4, placa: "A1" is a duplicate, first on line 2`,
		}},
		"duplicate of a bad line": {"placa,tipo_vehiculo_id,cliente\nA1,,c\nA1,1,c\n", []string{"line 2, tipo_vehiculo_id: is empty", `line 3, placa: "A1" is a duplicate, first on line 2`}},
		"plate that the resources refuse": {"placa,tipo_vehiculo_id,cliente\nA\u00071,1,c\n\"B\n2\",1,c\n..,1,c\n-,1,c\n- -,1,c\n", []string{
			"line 2, placa: holds a character that does not show, such as a tab, a line break or a zero-width space", "line 3, placa: holds a character that does not show, such as a tab, a line break or a zero-width space",
			"line 5, placa: has no letter or digit", "line 6, placa: has no letter or digit", "line 7, placa: has no letter or digit",
		}},
		"line numbers after a record of many lines": {"placa,tipo_vehiculo_id,cliente,nombre\nA1,1,c,\"uno\ndos\ntres\"\n\nA2,,c,\"uno\ndos\"\nA3,,c,\n", []string{
			"line 6, tipo_vehiculo_id: is empty", "line 8, tipo_vehiculo_id: is empty",
		}},
		"bad quotes do not hide other lines": {"placa,tipo_vehiculo_id,cliente\nA1,1,c \"d\"\nA2,1,\"c\"d\nA3,,c\n", []string{
			`line 2 has a quote inside a field that does not start with one; write "say ""hi"""`,
			"line 3 has a quoted field that does not end where its quote does; a quote inside it must be doubled",
			"line 4, tipo_vehiculo_id: is empty",
		}},
		"quote never closed": {"placa,tipo_vehiculo_id,cliente\nA1,,c\nA2,1,\"c\nA3,1,c\nA4,1,c\n", []string{
			"line 2, tipo_vehiculo_id: is empty",
			"line 3 has a quoted field that swallows the lines up to 5; its closing quote is missing, or a quote inside it is not doubled",
		}},
		"Latin-1": {"placa,tipo_vehiculo_id,cliente,nombre\nA1,1,c,Moto\nA2,1,c,Cami\xf3n\n", []string{
			`line 3 is not UTF-8 text; save the file as "CSV UTF-8", or decode it with textdecodebase64(filebase64(path), "ISO-8859-1")`,
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse(test.text)
			var bad Error
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want a Error", err)
			}
			_, list, _ := strings.Cut(err.Error(), ":\n\n")
			got := strings.Split(list, "\n")
			for i := range got {
				got[i] = strings.TrimPrefix(got[i], "  ")
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestFlotaErrorIsBounded(t *testing.T) {
	t.Parallel()
	_, err := Parse("placa,tipo_vehiculo_id,cliente\n" + strings.Repeat("A1,,c\n", 1000))
	if err == nil {
		t.Fatal("no error")
	}
	// The first line has one problem, every later one two: it repeats the plate.
	lines := strings.Split(err.Error(), "\n")
	if lines[0] != "file rejected: 1000 invalid lines:" || lines[len(lines)-1] != "  and 1949 more" || len(lines) != 2+50+1 {
		t.Errorf("got %d lines, first %q, last %q, want %d problems and how many more", len(lines), lines[0], lines[len(lines)-1], maxProblems)
	}
}

// FuzzParse checks what must hold of any text: it is refused with a bounded error or gives sound vehicles, which read
// back the same when they are written again. The seeds are files of testdata/fuzz.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := Parse(text)
		if err != nil {
			if size := len(err.Error()); rows != nil || size > 20_000 {
				t.Fatalf("%d vehicles beside an error of %d bytes", len(rows), size)
			}
			return
		}
		for placa, row := range rows {
			if placa != row.Placa || placa == "" || strings.TrimSpace(placa) != placa || strings.ContainsFunc(placa, unicode.IsControl) {
				t.Errorf("unsound plate %q of %+v", placa, row)
			}
			if row.TipoVehiculoID < 1 || row.Cliente == "" || row.Nombre != nil && *row.Nombre == "" {
				t.Errorf("unsound vehicle %+v", row)
			}
		}
		again, err := Parse(Write(slices.Collect(maps.Values(rows))))
		if err != nil || !reflect.DeepEqual(again, rows) {
			t.Errorf("written and read again: %v, %+v, want %+v", err, again, rows)
		}
	})
}

func readFile(tb testing.TB, file string) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "flota", file))
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// TestComposedFile: letters and accents that are written as two characters are joined, as Terraform does with every text, and two
// spellings of one plate are one.
func TestComposedFile(t *testing.T) {
	t.Parallel()
	const header = "placa,tipo_vehiculo_id,cliente,nombre\n"
	rows, err := Parse(header + "N\u0303A-1,1,x,Furgo\u0301n\n")
	if row := rows["ÑA-1"]; err != nil || row.Placa != "ÑA-1" || row.Nombre == nil || *row.Nombre != "Furgón" {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := Parse(header + "N\u0303A-1,1,x,\nÑA1,1,x,\n"); err == nil || !strings.Contains(err.Error(), "duplicate, first on line 2") {
		t.Errorf("%v", err)
	}
}
