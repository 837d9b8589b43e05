package flota

import (
	"fmt"
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// entry is what a block declares of one plate: the plate itself (parking_placa), its link to a client (parking_vehiculo), or
// both (parking_flota).
type entry struct {
	placa string
	plateValues
	registers bool         // the block declares the plate itself; else its values are unknown
	clienteID types.Int64  // null without a link
	nombre    types.String // unknown if it is not managed
}

// plateValues are the values of a plate that a block declares.
type plateValues struct {
	TipoVehiculoID types.Int64 `tfsdk:"tipo_vehiculo_id"`
	Electrico      types.Bool  `tfsdk:"electrico"`
	Minusvalido    types.Bool  `tfsdk:"minusvalido"`
}

var unknownPlate = plateValues{types.Int64Unknown(), types.BoolUnknown(), types.BoolUnknown()}

func (m placaModel) entry() entry {
	return entry{placa: m.Placa.ValueString(), plateValues: m.plateValues, registers: true}
}

func (m vehiculoModel) entry() entry {
	return entry{placa: m.Placa.ValueString(), plateValues: unknownPlate, clienteID: m.ClienteID, nombre: m.Nombre.StringValue}
}

// entry is that of a fleet. An omitted flag has its default, and an omitted name is not managed.
func (f flotaEntry) entry(clienteID types.Int64, placa string) entry {
	e := entry{placa: placa, registers: true, clienteID: clienteID, nombre: f.Nombre, plateValues: plateValues{
		f.TipoVehiculoID, types.BoolValue(f.Electrico.ValueBool()), types.BoolValue(f.Minusvalido.ValueBool())}}
	if e.nombre.IsNull() {
		e.nombre = types.StringUnknown()
	}
	return e
}

// request gives what registers or updates the plate.
func (v plateValues) request(placa string) parking.PlacaRequest {
	return parking.PlacaRequest{Placa: placa, TipoVehiculoID: v.TipoVehiculoID.ValueInt64(),
		Electrico: parking.Flag(v.Electrico.ValueBool()), Minusvalido: parking.Flag(v.Minusvalido.ValueBool())}
}

// refreshed gives the values as a record has them. An import knows nothing yet; a flag that the service omits has its default.
func (v plateValues) refreshed(record parking.Placa) plateValues {
	return plateValues{framework.KeepInt64(record.TipoVehiculoID, v.TipoVehiculoID),
		types.BoolValue(framework.KeepBool(record.Electrico, v.Electrico).ValueBool()),
		types.BoolValue(framework.KeepBool(record.Minusvalido, v.Minusvalido).ValueBool())}
}

// differences lists the values that are known and in which the service differs, each as the service and the configuration have it.
func (v plateValues) differences(record parking.Placa) (out []string) {
	held := v.refreshed(record)
	differs := func(name string, held, declared attr.Value) {
		if !declared.IsUnknown() && !held.Equal(declared) {
			out = append(out, fmt.Sprintf(valueInsteadOfText, name, held, declared))
		}
	}
	differs("tipo_vehiculo_id", held.TipoVehiculoID, v.TipoVehiculoID)
	differs("electrico", held.Electrico, v.Electrico)
	differs("minusvalido", held.Minusvalido, v.Minusvalido)
	return out
}

// links reports whether the block declares a link.
func (e entry) links() bool { return !e.clienteID.IsNull() }

// subject names the link for the locks and memories of this process.
func (e entry) subject() string {
	return fmt.Sprintf("vehicle %s of client %d", parking.BarePlaca(e.placa), e.clienteID.ValueInt64())
}

// owner names the client in a text.
func (e entry) owner() string {
	if e.clienteID.IsUnknown() {
		return "its client"
	}
	return "client " + e.clienteID.String()
}

func (e entry) plateTask(verb string) framework.Task {
	return framework.Task{Verb: verb, Noun: "plate", Name: fmt.Sprintf("%q", e.placa),
		Check:      "GET /external/placa/" + url.PathEscape(e.placa),
		Attributes: []string{"placa", "tipo_vehiculo_id", "electrico", "minusvalido"}}
}

func (e entry) linkTask(verb string) framework.Task {
	return framework.Task{Verb: verb, Noun: "vehicle", Name: fmt.Sprintf("%q of client %s", e.placa, e.clienteID),
		Check:      fmt.Sprintf("GET /external/vehiculos?cliente_id=%s&placa=%s", e.clienteID, url.QueryEscape(e.placa)),
		Attributes: []string{"cliente_id", "placa", "nombre"}}
}

// linkUnknown is a look for the link that failed before it is made. A denied list alone never shows that a client has no links.
func (e entry) linkUnknown(verb string, err error) finding {
	task := e.linkTask(verb)
	if parking.Is(err, parking.Unproven) {
		task.Refused = linkByHandText
	}
	f := lookFailed(task, err)
	f.of = e.owner()
	return f
}
