package export

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

func known[T any](v T) parking.Field[T] { return parking.Field[T]{Sent: true, Value: &v} }

// hostile are texts that end a string, a template, a comment or a line where they are not escaped.
var hostile = []string{
	`${file("/etc/passwd")}`, `%{ if true }`, `$${x}`, `$$${x}`, `%%{x}`, `$`, `%`, `ends in $`, `"`, `\`, `\"`, `\n`, `a"b`,
	"two\nlines", "tab\tand\rreturn", "nul\x00", "bidi \u202e", "\u2028", "emoji \U0001F697", "*/ /* # //", "EOT\n<<EOT", "Ñandú", " ",
}

func entry(id int64, placa, nombre string) vehiculo {
	return vehiculo{id, flotacsv.Row{Placa: placa, ClienteID: 12, Nombre: &nombre, TipoVehiculoID: 1}}
}

func sample() fleet {
	id := int64(7)
	electric := flotacsv.Row{Placa: "AB-12", ClienteID: 12, TipoVehiculoID: 2, Electrico: true, Minusvalido: true}
	return fleet{
		vehiculos: []vehiculo{
			entry(1, "1234ABC", "Furgón 1"), {2, electric}, entry(3, "Ñ/\"${x}\"", "dos líneas ${x} %{y}"),
		},
		favoritas: []parking.ZonaFavorita{{ID: &id, ZonaID: known[int64](3), CeldaID: known[int64](9)}},
		leftOut:   []note{{named(9, "X1"), "not registered"}},
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	whole := sample()
	whole.leftOut = nil
	many := sample()
	many.vehiculos = append(many.vehiculos, vehiculo{4, flotacsv.Row{Placa: "Z,1", TipoVehiculoID: 1}})
	for name, text := range map[string]text{
		"sueltos": render(sample(), options{clienteID: 12}),
		"flota":   render(whole, options{clienteID: 12, flota: true}), "flota-en-parte": render(many, options{clienteID: 12, flota: true}),
		"flota-csv": render(whole, options{clienteID: 12, flota: true, csv: true}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name+".tf", bytes.Join([][]byte{text.resources, text.importing}, []byte("\n")))
			for _, table := range text.tables {
				golden(t, name+".csv", table.text)
			}
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if flag.Lookup("update").Value.String() == "true" { // which acctest has
		acctest.Must(t, os.WriteFile(file, got, 0o600))
	}
	want, err := os.ReadFile(file)
	acctest.Must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestLabels(t *testing.T) {
	t.Parallel()
	taken := make(map[string]string)
	for i, placa := range []string{"1234ABC", "ab-12 c", "A_B", "A_B_4", "Ñ", "-", "ß", "Ñ_5"} {
		v := entry(int64(i)+1, placa, "")
		name := label(v)
		if other, twice := taken[name]; twice {
			t.Errorf("%q and %q are both %s", placa, other, name)
		}
		if taken[name] = placa; !hclsyntax.ValidIdentifier(name) {
			t.Errorf("%q is no identifier", name)
		}
	}
	if taken["v_1234ABC"] == "" || taken["v_AB12C"] == "" {
		t.Errorf("labels: %v", taken)
	}
}

// A client with more vehicles than a fleet holds gets as few fleets as hold them, of one size. Each import names its plates, since
// the client alone would stand for all.
func TestShards(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]int{1: {1}, flota.Max: {flota.Max}, flota.Max + 1: {5000, 5001}, 2*flota.Max + 2: {6667, 6667, 6668}} {
		f := fleet{}
		for i := range n {
			f.vehiculos = append(f.vehiculos, entry(int64(i)+1, fmt.Sprintf("P%05d", i), "x"))
		}
		text := render(f, options{clienteID: 12, flota: true, csv: true})
		if named := bytes.Count(text.importing, []byte(`"12/P`)); text.imports != len(want) || (named > 0) != (len(want) > 1) {
			t.Errorf("%d vehicles: %d imports, %d of named plates", n, text.imports, named)
		}
		for i, size := range want {
			if rows, err := flotacsv.Parse(string(text.tables[i].text), nil); err != nil || len(rows) != size {
				t.Errorf("%d vehicles: fleet %d has %d, want %d: %v", n, i, len(rows), size, err)
			}
		}
	}
}
