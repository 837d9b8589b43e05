package export

import (
	"fmt"
	"regexp"
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
	options
}

// render gives a fleet as configuration. The same fleet always gives the same text.
func render(f fleet, o options) text {
	w := writer{options: o}
	w.resources = fmt.Appendf(nil,
		"# What client %d has on the parking service, written by terraform-provider-parking export.\n", o.clienteID)
	w.importing = fmt.Appendf(nil, "# Imports what client %d has. Nothing needs this file once it was applied.\n", o.clienteID)
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
	w.add("parking_placa", name, v.Placa, append([]string{"placa = " + quote(v.Placa)}, declared(v, "")...)...)
	lines := []string{w.owner(), "placa = parking_placa." + name + ".placa"}
	if v.Nombre != nil {
		lines = append(lines, "nombre = "+quote(*v.Nombre))
	}
	w.add("parking_vehiculo", name, fmt.Sprintf("%d/%s", w.clienteID, v.Placa), lines...)
}

// declared is what says of which kind a plate is, and in a fleet the name of its vehicle.
func declared(v vehiculo, nombre string) []string {
	lines := []string{fmt.Sprintf("tipo_vehiculo_id = %d", v.TipoVehiculoID)}
	if nombre != "" {
		lines = append(lines, "nombre = "+quote(nombre))
	}
	if v.Electrico {
		lines = append(lines, "electrico = true")
	}
	if v.Minusvalido {
		lines = append(lines, "minusvalido = true")
	}
	return lines
}

// flotas writes as few fleets as hold all vehicles, of one size, so that each has room. One that is the client's whole
// fleet is imported as such. Otherwise the import names the plates; one with a comma cannot be named there, and is
// written on its own, as is a vehicle that the CSV file cannot hold.
func (w *writer) flotas(f fleet) {
	lost := func(v vehiculo) bool { return w.csv && (!flotacsv.CanHold(v.Placa) || !flotacsv.CanHold(v.nombre())) }
	whole := len(f.vehiculos) <= flota.Max && len(f.leftOut) == 0 && !slices.ContainsFunc(f.vehiculos, lost)
	var listed, alone []vehiculo
	for _, v := range f.vehiculos {
		if !whole && (lost(v) || strings.Contains(v.Placa, ",")) {
			alone = append(alone, v)
		} else {
			listed = append(listed, v)
		}
	}
	parts := (len(listed) + flota.Max - 1) / flota.Max
	for i := range parts {
		part := listed[i*len(listed)/parts : (i+1)*len(listed)/parts]
		name := fmt.Sprintf("cliente_%d", w.clienteID)
		if parts > 1 {
			name += fmt.Sprintf("_%d", i+1)
		}
		w.flota(name, part, whole)
	}
	for _, v := range alone {
		w.vehiculo(v)
	}
}

// flota writes a fleet. A CSV file names the client by its number, since a spreadsheet is passed on.
func (w *writer) flota(name string, list []vehiculo, whole bool) {
	var placas []string
	var rows []flotacsv.Row
	lines := []string{w.owner(), "vehiculos = {"}
	for _, v := range list {
		placas, rows = append(placas, v.Placa), append(rows, v.Row)
		lines = append(lines, fmt.Sprintf("%s = { %s }", quote(v.Placa), strings.Join(declared(v, v.nombre()), ", ")))
	}
	lines = append(lines, "}")
	if w.csv {
		w.tables = append(w.tables, file{name + ".csv", []byte(flotacsv.Write(rows))})
		lines = []string{w.owner(), fmt.Sprintf(`vehiculos = provider::parking::flota_csv(file("${path.module}/%s.csv"))`, name)}
	}
	id := fmt.Sprint(w.clienteID)
	if !whole {
		id += "/" + strings.Join(placas, ",")
	}
	w.add("parking_flota", name, id, lines...)
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
	w.add("parking_zona_favorita", fmt.Sprintf("f_%d", *f.ID), fmt.Sprintf("%d/%d", w.clienteID, *f.ID), lines...)
}

func (w *writer) owner() string { return fmt.Sprintf("cliente_id = %d", w.clienteID) }

// add writes a resource, and its import.
func (w *writer) add(kind, name, id string, lines ...string) {
	w.resources = fmt.Appendf(w.resources, "\nresource %q %q {\n%s\n}\n", kind, name, strings.Join(lines, "\n"))
	w.importing = fmt.Appendf(w.importing, "\nimport {\nto = %s.%s\nid = %s\n}\n", kind, name, quote(id))
	w.imports++
}

var notInLabel = regexp.MustCompile("[^A-Z0-9]")

// label names the resources of a vehicle by its bare plate, of which there is one. If that has other
// characters than A to Z and digits, the vehicle's id is added, so that no two labels are the same.
func label(v vehiculo) string {
	bare := parking.BarePlaca(v.Placa)
	name := "v_" + notInLabel.ReplaceAllString(bare, "_")
	if name != "v_"+bare {
		name += fmt.Sprintf("_%d", v.id)
	}
	return name
}

// quote gives a text as HCL.
func quote(s string) string { return string(hclwrite.TokensForValue(cty.StringVal(s)).Bytes()) }

// oneLine gives a text that moves no cursor.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
}
