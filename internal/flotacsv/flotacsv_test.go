package flotacsv

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestParseFlotaForms reads the same fleet written in many ways.
func TestParseFlotaForms(t *testing.T) {
	t.Parallel()
	want := map[string]Row{
		"A1": {Placa: "A1", TipoVehiculoID: 1, Cliente: "c@x", Electrico: true},
		"B2": {Placa: "B2", TipoVehiculoID: 2, Cliente: "c@x"},
	}
	const header = "placa,tipo_vehiculo_id,cliente,electrico\n"
	for name, text := range map[string]string{
		"LF":   header + "A1,1,c@x,1\nB2,2,c@x,0\n",
		"CRLF": "placa,tipo_vehiculo_id,cliente,electrico\r\nA1,1,c@x,1\r\nB2,2,c@x,0\r\n",
		"CR":   "placa,tipo_vehiculo_id,cliente,electrico\rA1,1,c@x,1\rB2,2,c@x,0\r",
		"mark and quotes": "\uFEFF" + `"placa","tipo_vehiculo_id","cliente","electrico"` + "\n" +
			`"A1","1","c@x","1"` + "\nB2,2,c@x,0\n",
		"semicolons":               "placa;tipo_vehiculo_id;cliente;electrico\nA1;1;c@x;1\nB2;2;c@x;0\n",
		"column order":             "electrico,cliente,placa,tipo_vehiculo_id\n1,c@x,A1,1\n0,c@x,B2,2\n",
		"header case and accent":   "PLACA,Tipo_Vehículo_ID,Cliente, Eléctrico \nA1,1,c@x,1\nB2,2,c@x,0\n",
		"accent of its own":        "placa,tipo_vehiculo_id,cliente,Ele\u0301ctrico\nA1,1,c@x,1\nB2,2,c@x,0\n",
		"blanks around values":     header + " A1\t,\t1 , c@x , 1 \n\u00a0B2,2,c@x,0\n",
		"blank before a quote":     header + "A1, \"1\",c@x,1\nB2,2,c@x,0\n",
		"blanks inside quotes":     header + "\" A1 \",1,c@x,1\nB2,2,c@x,0\n",
		"marked as text":           header + " 'A1,'1,'c@x,\"'1\"\n'B2,2,c@x,0\n",
		"blank lines":              "\n  \nplaca,tipo_vehiculo_id,cliente,electrico\n\nA1,1,c@x,1\n   \nB2,2,c@x,0\n\n",
		"rows of separators alone": header + "A1,1,c@x,1\n,,,\nB2,2,c@x,0\n,,,\n",
		"tabs":                     "placa\ttipo_vehiculo_id\tcliente\telectrico\nA1\t1\tc@x\t1\nB2\t2\tc@x\t0\n",
		"tabs first":               "electrico\tplaca\ttipo_vehiculo_id\tcliente\n1\tA1\t1\tc@x\n\tB2\t2\tc@x\n",
		"named separator":          "sep=;\nplaca;tipo_vehiculo_id;cliente;electrico\nA1;1;c@x;1\nB2;2;c@x;0\n",
		"named by a spreadsheet":   "\uFEFF\"SEP=,\",,,\r\nplaca,tipo_vehiculo_id,cliente,electrico\r\nA1,1,c@x,1\r\nB2,2,c@x,0\r\n",
		"named tab":                "sep=\t\nplaca\ttipo_vehiculo_id\tcliente\telectrico\nA1\t1\tc@x\t1\nB2\t2\tc@x\t0\n",
		"trailing separators":      "placa;tipo_vehiculo_id;cliente;electrico;;\nA1;1;c@x;1;;\nB2;2;c@x;0;;\n",
		"trailing in lines alone":  header + "A1,1,c@x,1,\nB2,2,c@x,0, ,\n",
		"optional columns":         "placa,tipo_vehiculo_id,cliente,electrico,nombre,minusvalido\nA1,1,c@x,1,,\nB2,2,c@x,0, ,\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := Parse(text, nil); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, %v, want %+v", got, err, want)
			}
		})
	}
}

// TestParseFleets groups by client, of whom an address in another case is the same, and needs its column.
func TestParseFleets(t *testing.T) {
	t.Parallel()
	type fleets = map[string]map[string]Row
	for text, want := range map[string]fleets{
		"placa,tipo_vehiculo_id,cliente\nA1,1,Ana@example.com\nB2,2,ana@EXAMPLE.com\nC3,1,norte@example.com\n": {
			"ana@example.com": {"A1": {Placa: "A1", TipoVehiculoID: 1, Cliente: "ana@example.com"},
				"B2": {Placa: "B2", TipoVehiculoID: 2, Cliente: "ana@example.com"}},
			"norte@example.com": {"C3": {Placa: "C3", TipoVehiculoID: 1, Cliente: "norte@example.com"}}},
		"placa,tipo_vehiculo_id,cliente_id\nA1,1,12\nB2,2,7\n": {
			"12": {"A1": {Placa: "A1", TipoVehiculoID: 1, ClienteID: 12}}, "7": {"B2": {Placa: "B2", TipoVehiculoID: 2, ClienteID: 7}}},
	} {
		if got, err := ParseFleets(text, nil); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	_, err := ParseFleets("placa,tipo_vehiculo_id\n", nil)
	if err == nil || !strings.Contains(err.Error(), "cliente or cliente_id: missing from the header (line 1)") {
		t.Errorf("got %v without the column", err)
	}
}

// TestTipos: words stand for the numbers of vehicle types, in any case, without accents and in the plural.
func TestTipos(t *testing.T) {
	t.Parallel()
	tipos := Tipos{"Coche": 1, "Camión": 2, "Autobús": 3}
	for word, want := range map[string]int64{"coche": 1, " COCHES ": 1, "camion": 2, "Camiones": 2, "Autobuses": 3, "autobus": 3} {
		rows, err := Parse("matrícula;Tipo vehículo;Color\nA1;"+word+";rojo\n", tipos)
		if err != nil || rows["A1"].TipoVehiculoID != want {
			t.Errorf("%q: got %+v, %v, want %d", word, rows, err, want)
		}
	}
	if err := tipos.Check(); err != nil {
		t.Error(err)
	}
	for _, same := range []string{"COCHES", "camion"} {
		if err := (Tipos{"Coche": 1, "Camión": 2, same: 9}).Check(); err == nil || !strings.Contains(err.Error(), "are the same word") {
			t.Errorf("%s: %v", same, err)
		}
	}
	if err := (Tipos{"Coche": 1, "coches": 1}).Check(); err != nil {
		t.Errorf("of one type: %v", err)
	}
}

// TestParseVehicles: a name may hold a separator and quotes. Letters and accents that are written as two characters are joined, as
// Terraform does with every text.
func TestParseVehicles(t *testing.T) {
	t.Parallel()
	van, booked := "Furgón", `Camión 001; "reserva"`
	for text, want := range map[string]map[string]Row{
		"placa,tipo_vehiculo_id,nombre\n": {}, "placa;tipo_vehiculo_id;cliente": {},
		"placa,tipo_vehiculo_id\nA1,1\n":                                      {"A1": {Placa: "A1", TipoVehiculoID: 1}},
		"placa,tipo_vehiculo_id,nombre\nN\u0303A-1,1,Furgo\u0301n\n":          {"ÑA-1": {Placa: "ÑA-1", TipoVehiculoID: 1, Nombre: &van}},
		"placa;tipo_vehiculo_id;nombre\nA1;1;\"Camión 001; \"\"reserva\"\"\"": {"A1": {Placa: "A1", TipoVehiculoID: 1, Nombre: &booked}},
	} {
		if rows, err := Parse(text, nil); err != nil || !reflect.DeepEqual(rows, want) {
			t.Errorf("%q gave %v, %v; want %v", text, rows, err, want)
		}
	}
}

func TestParseFlotaFlags(t *testing.T) {
	t.Parallel()
	for want, flags := range map[bool][]string{
		true:  {"1", "si", "SI", "sí", "Sí", "SÍ", "si\u0301", "s", "S", "yes", "Y", "true", "TRUE", "VERDADERO", "x", "X", " x "},
		false: {"0", "no", "NO", "n", "N", "false", "False", "FALSO", "", "  "},
	} {
		for _, flag := range flags {
			rows, err := Parse("placa,tipo_vehiculo_id,electrico,minusvalido\nA1,1,"+flag+",x\nB2,1,0,"+flag+"\n", nil)
			if err != nil || rows["A1"].Electrico != want || rows["B2"].Minusvalido != want {
				t.Errorf("%q: got %+v, %v, want %t", flag, rows, err, want)
			}
		}
	}
}

// TestParseFlotaProblems: everything that is wrong is a line of the error, with its values and their lines.
func TestParseFlotaProblems(t *testing.T) {
	t.Parallel()
	const (
		header   = "placa,tipo_vehiculo_id\n"
		clients  = "placa,tipo_vehiculo_id,cliente\n"
		empty    = "missing: the text is empty, and must start with a header line that names the columns (line 1)"
		noType   = "tipo_vehiculo_id or tipo_vehiculo: missing from the header (line 1)"
		rename   = "? Rename the column to that, or to something else (line 1)"
		another  = "vehicle of another client than the first; use flotas_csv, which gives the fleet of each client (line"
		notClean = "not written like a plate, or changed by a spreadsheet; type it again, or put an apostrophe before a right one: "
		unseen   = "holds a character that does not show"
		noFlag   = "neither yes nor no (si/no, 1/0, true/false, x/blank): "
		quotes   = `quote that is not doubled, or not inside a quoted field; write "say ""hi""" (line`
		noWords  = "tipo_vehiculo: words need their numbers, as second argument; for example data.parking_tipos_vehiculo.todos.ids, " +
			"or use the column tipo_vehiculo_id (line 1)"
		noAddress = "cliente: not an e-mail address; the number of a client stands in the column cliente_id: "
	)
	long := strings.Repeat("ñ", 41)
	type row struct {
		text string
		want []string // the lines below the first one, complete
	}
	for name, test := range map[string]row{
		"empty": {"", []string{empty}},
		"path": {"flotas/Sur.CSV", []string{
			`path of a file, and the text of the file is needed; write file(path) in its place: "flotas/Sur.CSV" (line 1)`}},
		"missing columns": {"nombre\n", []string{"placa: missing from the header (line 1)", noType}},
		"repeated column": {"placa,tipo_vehiculo_id,cliente,Matrícula\n", []string{
			"placa: stands twice in the header, as fields 1 and 4 (line 1)"}},
		"misspelled columns": {"Matricla,Tipo,Clientes,electrcio\nA1,van,b,2\nA1,Coche,a@x,1\n", []string{
			`unknown column "Matricla"; did you mean placa` + rename, `unknown column "Tipo"; did you mean tipo_vehiculo` + rename,
			`unknown column "Clientes"; did you mean cliente` + rename, `unknown column "electrcio"; did you mean electrico` + rename,
			`tipo_vehiculo: not among the vehicle types, which are Camión, Coche: "van" (line 2)`, noAddress + `"b" (line 2)`,
			"electrico: " + noFlag + `"2" (line 2)`, `placa: duplicate: "A1", first on line 2 (line 3)`}},
		"other misspelled columns": {"placa,Tipo de vehículo,Cliente-i\n", []string{
			`unknown column "Tipo de vehículo"; did you mean tipo_vehiculo` + rename,
			`unknown column "Cliente-i"; did you mean cliente_id` + rename}},
		"lines below a bad header": {"tipo_vehiculo_id,cliente\n0,a@x\n1,b@x\n", []string{"placa: missing from the header (line 1)",
			`tipo_vehiculo_id: not the number of a vehicle type: "0" (line 2)`, another + " 3)"}},
		"client twice": {"placa,tipo_vehiculo_id,cliente,cliente_id\n", []string{
			"cliente_id: conflicts with the column cliente; remove one of them (line 1)"}},
		"type twice": {"placa,tipo_vehiculo_id,tipo_vehiculo\n", []string{
			"tipo_vehiculo: conflicts with the column tipo_vehiculo_id; remove one of them (line 1)"}},
		"words without numbers": {"placa,tipo_vehiculo\nA1,van\n", []string{noWords}},
		"line of a named separator": {"sep=;\nplaca;tipo_vehiculo_id\nA1;0\n", []string{
			`tipo_vehiculo_id: not the number of a vehicle type: "0" (line 3)`}},
		"quote in the header": {"pla\"ca,tipo_vehiculo_id\n", []string{quotes + " 1)"}},
		"too many fields": {header + "A1,1,x\nA2,1\nA3,1,x\n", []string{
			"not as many fields as the header, which has 2: 3 (lines 2, 4)"}},
		"every value required": {"placa,tipo_vehiculo_id,cliente,nombre\n , , ,x\n", []string{
			"placa: is empty (line 2)", "tipo_vehiculo_id: is empty (line 2)", "cliente: is empty (line 2)"}},
		"bad types": {header + "A1,0\nA2,-1\nA3,1.0\nA4,coche\nA5,9223372036854775808\nA6,coche\n", []string{
			`tipo_vehiculo_id: not the number of a vehicle type: "0" (line 2), "-1" (line 3), "1.0" (line 4), "coche" (lines 5, 7), ` +
				`"9223372036854775808" (line 6)`}},
		"bad words": {"placa,tipo_vehiculo\nA1,coche\nA2,van\nA3,\nA4,VANS\n", []string{
			`tipo_vehiculo: not among the vehicle types, which are Camión, Coche: "van" (lines 3, 5)`, "tipo_vehiculo: is empty (line 4)"}},
		"bad numbers": {"placa,tipo_vehiculo_id,cliente_id\nA1,1,Norte\n", []string{
			`cliente_id: not the number of a client: "Norte" (line 2)`}},
		"several clients": {clients + "A1,1,a@x\nA2,1,b@x\nA3,1,A@x\nA4,1,c@x\n", []string{another + "s 3, 5)"}},
		"names": {"placa,tipo_vehiculo_id,nombre\nA1,1,#N/A\nA2,1,#¡VALOR!\nA3,1,#1\nA4,1,a\u200bb\nA5,1,Furg\uFFFDn\n" +
			"A6,1,\"uno\ndos\"\nA7,1,a\u0096b\nA8,1,CaÃ±a\nA9,1,Coche â€“ Norte\nAB,1,MANHÃ Â\n", []string{
			`nombre: is an error of a spreadsheet: "#N/A" (line 2), "#¡VALOR!" (line 3)`,
			"nombre: " + unseen + `, or that was lost in a conversion: "a\u200bb" (line 5), "Furg` + "\uFFFD" + `n" (line 6), ` +
				`"uno\ndos" (line 7), "a\u0096b" (line 9)`,
			"nombre: is UTF-8 that was read as windows-1252; correct the file, or read it with file(path): " +
				`"CaÃ±a" (line 10), "Coche â€“ Norte" (line 11)`}},
		"empty plates are no duplicates": {header + ",1\n,1\n", []string{"placa: is empty (lines 2, 3)"}},
		"long value": {header + "A1," + long + "\n", []string{
			`tipo_vehiculo_id: not the number of a vehicle type: "` + long[2:] + `…" (line 2)`}},
		"personal data is not shown": {clients + "A1,a@example.com,a@example.com\n", []string{
			"tipo_vehiculo_id: not the number of a vehicle type: an e-mail address (not shown) (line 2)"}},
		"another spelling is a duplicate": {header + "AAA1,1\naaa-1,2\nN\u0303A-1,1\nÑA1,1\n", []string{
			`placa: duplicate: "aaa-1", first on line 2 (line 3), "ÑA1", first on line 4 (line 5)`}},
		"duplicates name the first": {header + "A1,1\nA1,2\n A1 ,3\n", []string{`placa: duplicate: "A1", first on line 2 (lines 3, 4)`}},
		"duplicate of a bad line": {header + "A1,\nA1,1\n", []string{
			"tipo_vehiculo_id: is empty (line 2)", `placa: duplicate: "A1", first on line 2 (line 3)`}},
		"plate that the resources refuse": {header + "A\u00071,1\n\"B\n2\",1\n..,1\n-,1\n- -,1\n", []string{
			"placa: " + unseen + `, such as a tab, a line break or a zero-width space: "A\a1" (line 2), "B\n2" (line 3)`,
			`placa: has no letter or digit: ".." (line 5), "-" (line 6), "- -" (line 7)`}},
		"plate that nobody has": {header + "12#4?,1\n#N/A,1\nA\uFFFD1,1\n1-mar,1\na b1,1\n'A*2,1\n", []string{
			"placa: " + notClean + `"12#4?" (line 2), "#N/A" (line 3), "A` + "\uFFFD" + `1" (line 4), "1-mar" (line 5)`}},
		"line numbers after a record of many lines": {"placa,tipo_vehiculo_id,color\nA1,1,\"uno\ndos\ntres\"\n\nA2,,\"uno\ndos\"\nA3,,\n",
			[]string{"tipo_vehiculo_id: is empty (lines 6, 8)"}},
		"bad quotes do not hide other lines": {"placa,tipo_vehiculo_id,color\nA1,1,c \"d\"\nA2,1,\"c@x\"d\nA3,,c\n", []string{
			quotes + "s 2, 3)", "tipo_vehiculo_id: is empty (line 4)"}},
		"quote never closed": {"placa,tipo_vehiculo_id,color\nA1,,c\nA2,1,\"c\nA3,1,c\nA4,1,c\n", []string{
			"tipo_vehiculo_id: is empty (line 2)",
			"quoted field whose end is missing, or with a quote inside that is not doubled: it swallows the lines up to 5 (line 3)"}},
		"not UTF-8": {"matr\xedcula,tipo_vehiculo_id,nombre\nA1,1,Moto\nA\xf3,1,Cami\xf3n\n", []string{
			`unknown column "matr\xedcula"; did you mean placa` + rename, "placa: " + notClean + `"A\xf3" (line 3)`,
			"nombre: " + unseen + `, or that was lost in a conversion: "Cami\xf3n" (line 3)`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tipos := Tipos{"Coche": 1, "Camión": 2}
			if strings.HasPrefix(name, "words") {
				tipos = nil
			}
			_, err := Parse(test.text, tipos)
			_, got, _ := strings.Cut(fmt.Sprint(err), ":\n\n")
			if want := "  " + strings.Join(test.want, "\n  "); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestErrorIsBounded: many mistakes of one kind are one line, and hide no other.
func TestErrorIsBounded(t *testing.T) {
	t.Parallel()
	text := "placa,tipo_vehiculo_id\n"
	for i := range 150 {
		text += fmt.Sprintf("A%d,tipo %d\n", i, i%30)
	}
	_, err := Parse(text+"A1,1\n", nil)
	const types = `  tipo_vehiculo_id: not the number of a vehicle type: "tipo 0" (lines 2, 32, 62, 92, 122), "tipo 1"`
	lines := strings.Split(fmt.Sprint(err), "\n")
	if len(lines) != 4 || lines[0] != "file rejected: 151 invalid lines:" || !strings.HasPrefix(lines[2], types) ||
		!strings.HasSuffix(lines[2], ", and 20 more") || lines[3] != `  placa: duplicate: "A1", first on line 3 (line 152)` {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

// FuzzParse checks what must hold of any text: it is refused with a bounded error or gives sound vehicles, which read
// back the same when they are written again. The seeds are files of testdata/fuzz.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := Parse(text, nil)
		if err != nil {
			if size := len(err.Error()); rows != nil || size > 20_000 {
				t.Fatalf("%d vehicles beside an error of %d bytes", len(rows), size)
			}
			return
		}
		for placa, row := range rows {
			if placa != row.Placa || placa == "" || strings.TrimSpace(placa) != placa || strings.ContainsFunc(placa, unicode.IsControl) ||
				row.TipoVehiculoID < 1 || row.Nombre != nil && *row.Nombre == "" {
				t.Errorf("unsound vehicle %q: %+v", placa, row)
			}
		}
		for placa, row := range rows { // a file that is written has numbers
			row.Cliente, row.ClienteID = "", 7
			rows[placa] = row
		}
		again, err := Parse(Write(slices.Collect(maps.Values(rows))), nil)
		if err != nil || !reflect.DeepEqual(again, rows) {
			t.Errorf("written and read again: %v, %+v, want %+v", err, again, rows)
		}
	})
}

// What spreadsheets make of plates is odd, and what plates look like is not.
func TestOddPlaca(t *testing.T) {
	t.Parallel()
	for odd, placas := range map[bool][]string{
		false: {"AKX0359", "AKX-0359", "MAR-2020", "7", "Ñ123", "ABC-12"},
		true: {"1,23E+06", "12345.0", "12-05-2024", "2024/05/12", "1-MAR", "ene-20", "ENE-20", "#N/A", "#REF!", "#¡REF!",
			"VERDADERO", "akx0359", "AKX 0359", "\u0410KX0359", "AKX\u20130359"},
	} {
		for _, placa := range placas {
			if got := OddPlaca(placa); got != odd {
				t.Errorf("%q: got odd = %t", placa, got)
			}
		}
	}
}
