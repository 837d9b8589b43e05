package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

// source is the provider as a configuration names it: without a host, so that Terraform and OpenTofu each take it from
// their own registry.
var source = provider.Address[strings.IndexByte(provider.Address, '/')+1:]

// text is the configuration that was written.
type text struct {
	resources, importing []byte
	tables               []file // the vehicles of each fleet, with -csv
	imports              int    // how many import blocks there are
}

type file struct {
	name string
	text []byte
}

// writer collects resources and the imports that fill them.
type writer struct {
	text
	csv       bool
	clienteID int64
}

// render gives a fleet as configuration. The same fleet always gives the same text.
func render(f fleet, o options) text {
	w := writer{csv: o.csv, clienteID: f.clienteID}
	w.resources = fmt.Appendf(nil,
		"# What client %d has on the parking service, written by terraform-provider-parking export.\n", f.clienteID)
	w.importing = fmt.Appendf(nil, "# Imports what client %d has. Nothing needs this file once it was applied.\n", f.clienteID)
	if o.flota {
		w.flotas(f)
	} else {
		for _, v := range f.vehiculos {
			w.vehiculo(v)
		}
	}
	for _, favorita := range f.favoritas {
		w.favorita(favorita)
	}
	w.resources, w.importing = hclwrite.Format(w.resources), hclwrite.Format(w.importing)
	return w.text
}

func (w *writer) vehiculo(v vehiculo) {
	name := label(v)
	placa := w.imported("parking_placa", name, v.placa)
	lines := []string{"placa = " + quote(v.placa), fmt.Sprintf("tipo_vehiculo_id = %d", v.tipoID)}
	if v.electrico {
		lines = append(lines, "electrico = true")
	}
	if v.minusvalido {
		lines = append(lines, "minusvalido = true")
	}
	w.block(placa, lines...)

	lines = []string{w.owner(), "placa = " + placa + ".placa"}
	if v.nombre != "" {
		lines = append(lines, "nombre = "+quote(v.nombre))
	}
	w.block(w.imported("parking_vehiculo", name, fmt.Sprintf("%d/%s", w.clienteID, v.placa)), lines...)
}

// flotas writes as few fleets as hold all vehicles, of one size, so that each has room. One that is the client's whole
// fleet is imported as such. Otherwise the import names the plates; one with a comma cannot be named there, and is
// written on its own, as is a vehicle that the CSV file cannot hold.
func (w *writer) flotas(f fleet) {
	lost := func(v vehiculo) bool { return w.csv && (!flotacsv.CanHold(v.placa) || !flotacsv.CanHold(v.nombre)) }
	whole := len(f.vehiculos) <= flota.Max && len(f.leftOut) == 0 && !slices.ContainsFunc(f.vehiculos, lost)
	var listed, alone []vehiculo
	for _, v := range f.vehiculos {
		if !whole && (lost(v) || strings.Contains(v.placa, ",")) {
			alone = append(alone, v)
		} else {
			listed = append(listed, v)
		}
	}
	parts := (len(listed) + flota.Max - 1) / flota.Max
	for i := range parts {
		part := listed[i*len(listed)/parts : (i+1)*len(listed)/parts]
		name, id := fmt.Sprintf("cliente_%d", f.clienteID), fmt.Sprint(f.clienteID)
		if parts > 1 {
			name += fmt.Sprintf("_%d", i+1)
		}
		if !whole {
			id += "/" + strings.Join(placas(part), ",")
		}
		w.flota(name, id, part)
	}
	for _, v := range alone {
		w.vehiculo(v)
	}
}

func placas(list []vehiculo) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = v.placa
	}
	return out
}

func (w *writer) flota(name, id string, list []vehiculo) {
	lines := []string{w.owner()}
	if w.csv {
		w.tables = append(w.tables, file{name + ".csv", []byte(flotacsv.Write(rows(w.clienteID, list)))})
		lines = append(lines, fmt.Sprintf(`vehiculos = provider::parking::flota_csv(file("${path.module}/%s.csv"))`, name))
	} else {
		lines = append(lines, "vehiculos = {")
		for _, v := range list {
			said := fmt.Sprintf("tipo_vehiculo_id = %d", v.tipoID)
			if v.nombre != "" {
				said += ", nombre = " + quote(v.nombre)
			}
			if v.electrico {
				said += ", electrico = true"
			}
			if v.minusvalido {
				said += ", minusvalido = true"
			}
			lines = append(lines, fmt.Sprintf("%s = { %s }", quote(v.placa), said))
		}
		lines = append(lines, "}")
	}
	w.block(w.imported("parking_flota", name, id), lines...)
}

// rows are the lines of a CSV file. They name the client by its number, since a spreadsheet is passed on.
func rows(clienteID int64, list []vehiculo) []flotacsv.Row {
	out := make([]flotacsv.Row, len(list))
	for i, v := range list {
		out[i] = flotacsv.Row{Placa: v.placa, TipoVehiculoID: v.tipoID, ClienteID: clienteID, Nombre: &v.nombre,
			Electrico: v.electrico, Minusvalido: v.minusvalido}
	}
	return out
}

func (w *writer) favorita(f parking.ZonaFavorita) {
	lines := []string{w.owner()}
	for _, id := range []struct {
		name string
		*int64
	}{{"zona_id", f.ZonaID.Value}, {"tramo_id", f.TramoID.Value}, {"celda_id", f.CeldaID.Value}} {
		if id.int64 != nil {
			lines = append(lines, fmt.Sprintf("%s = %d", id.name, *id.int64))
		}
	}
	w.block(w.imported("parking_zona_favorita", fmt.Sprintf("f_%d", *f.ID), fmt.Sprintf("%d/%d", w.clienteID, *f.ID)), lines...)
}

func (w *writer) owner() string { return fmt.Sprintf("cliente_id = %d", w.clienteID) }

// block writes the resource at address.
func (w *writer) block(address string, lines ...string) {
	kind, name, _ := strings.Cut(address, ".")
	w.resources = fmt.Appendf(w.resources, "\nresource %q %q {\n%s\n}\n", kind, name, strings.Join(lines, "\n"))
}

// imported writes the import of a resource and gives its address.
func (w *writer) imported(kind, name, id string) (address string) {
	address = kind + "." + name
	w.importing = fmt.Appendf(w.importing, "\nimport {\nto = %s\nid = %s\n}\n", address, quote(id))
	w.imports++
	return address
}

// label names the resources of a vehicle by its bare plate, of which there is one. If that has other
// characters than A to Z and digits, the vehicle's id is added, so that no two labels are the same.
func label(v vehiculo) string {
	odd := false
	name := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		odd = true
		return '_'
	}, parking.BarePlaca(v.placa))
	if odd {
		return fmt.Sprintf("v_%s_%d", name, v.id)
	}
	return "v_" + name
}

// quote gives a text as HCL.
func quote(s string) string { return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes()) }

// oneLine gives a text that moves no cursor.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
}
