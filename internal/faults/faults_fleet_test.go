package faults

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// faultFleet is what a scenario of the fault suite declares, by the names of the
// blocks.
type faultFleet struct {
	clientes  map[string]faultCliente
	placas    map[string]faultPlaca
	vehiculos map[string]faultVehiculo
	favoritas map[string]faultFavorita
	flotas    map[string]faultFlota
	reservas  map[string]faultReserva
	sanciones map[string]faultSancion
}

type faultCliente struct{ Email, Nombre, Apellidos, Prefijos, Telefono, Cedula string }

type faultPlaca struct {
	Placa                  string
	Tipo                   int
	Electrico, Minusvalido bool
}

// faultVehiculo names its client and its plate by their blocks.
type faultVehiculo struct{ cliente, placa, nombre string }

// faultFavorita names its client by its block; 0 is a place that is not declared.
type faultFavorita struct {
	cliente            string
	zona, tramo, celda int
}

// faultFlota names its client by its block; its entries are keyed by plate.
type faultFlota struct {
	cliente  string
	entradas map[string]faultEntrada
}

type faultEntrada struct {
	faultPlaca
	nombre string
}

func newFaultFleet() faultFleet {
	return faultFleet{map[string]faultCliente{}, map[string]faultPlaca{}, map[string]faultVehiculo{}, map[string]faultFavorita{}, map[string]faultFlota{},
		map[string]faultReserva{}, map[string]faultSancion{}}
}

// config is the configuration in Terraform's JSON syntax, one block a thing, so
// that one that fails holds up only what refers to it.
func (f faultFleet) config(block map[string]any) ([]byte, error) {
	type blocks map[string]map[string]any
	resources := map[string]blocks{}
	add := func(kind, name string, attributes map[string]any) {
		if resources[kind] == nil {
			resources[kind] = blocks{}
		}
		resources[kind][name] = attributes
	}
	for name, c := range f.clientes {
		add("parking_cliente", name, map[string]any{
			"email": c.Email, "nombre": c.Nombre, "apellidos": c.Apellidos, "prefijos": c.Prefijos, "telefono": c.Telefono, "cedula": c.Cedula,
		})
	}
	for name, p := range f.placas {
		add("parking_placa", name, map[string]any{"placa": p.Placa, "tipo_vehiculo_id": p.Tipo, "electrico": p.Electrico, "minusvalido": p.Minusvalido})
	}
	for name, v := range f.vehiculos {
		attributes := map[string]any{"cliente_id": "${parking_cliente." + v.cliente + ".id}", "placa": "${parking_placa." + v.placa + ".placa}"}
		if v.nombre != "" {
			attributes["nombre"] = v.nombre
		}
		add("parking_vehiculo", name, attributes)
	}
	for name, p := range f.favoritas {
		attributes := map[string]any{"cliente_id": "${parking_cliente." + p.cliente + ".id}"}
		for attribute, id := range map[string]int{"zona_id": p.zona, "tramo_id": p.tramo, "celda_id": p.celda} {
			if id != 0 {
				attributes[attribute] = id
			}
		}
		add("parking_zona_favorita", name, attributes)
	}
	for name, flota := range f.flotas {
		entries := map[string]any{}
		for placa, e := range flota.entradas {
			entry := map[string]any{"tipo_vehiculo_id": e.Tipo, "nombre": nil, "electrico": e.Electrico, "minusvalido": e.Minusvalido}
			if e.nombre != "" {
				entry["nombre"] = e.nombre
			}
			entries[placa] = entry
		}
		add("parking_flota", name, map[string]any{"cliente_id": "${parking_cliente." + flota.cliente + ".id}", "vehiculos": entries})
	}
	for name, r := range f.reservas {
		add("parking_reserva", name, r.attributes())
	}
	for name, s := range f.sanciones {
		add("parking_sancion", name, s.attributes())
	}
	file := map[string]any{
		"terraform": map[string]any{"required_providers": map[string]any{"parking": map[string]any{"source": provider.Address}}},
		"provider":  map[string]any{"parking": block},
	}
	if len(resources) > 0 { // an empty one is refused
		file["resource"] = resources
	}
	return json.MarshalIndent(file, "", "  ")
}

// enter declares number n as an entry of a fleet, some of them with a name.
func (f faultFleet) enter(flota string, n int) {
	name, _, placa := numbered(n)
	entrada := faultEntrada{faultPlaca: placa}
	if n%3 == 0 {
		entrada.nombre = "Furgoneta " + name
	}
	f.flotas[flota].entradas[placa.Placa] = entrada
}

// change declares the entry of number n otherwise, in all that can be changed.
func (f faultFleet) change(flota string, n int) {
	_, _, placa := numbered(n)
	entrada := f.flotas[flota].entradas[placa.Placa]
	entrada.Electrico, entrada.Tipo = !entrada.Electrico, entrada.Tipo%5+1
	f.flotas[flota].entradas[placa.Placa] = entrada
}

// The texts below name things the same way as the queries of faults_proof_test.go.

func (c faultCliente) String() string { return "cliente " + c.Email }

func (c faultCliente) row() string {
	return fmt.Sprintf("%s: %s, %s, %s, %s, %s", c, c.Nombre, c.Apellidos, c.Prefijos, c.Telefono, c.Cedula)
}

func (p faultPlaca) String() string { return "placa " + p.Placa }

func (p faultPlaca) row() string {
	flag := map[bool]int{true: 1}
	return fmt.Sprintf("%s: tipo %d, electrico %d, minusvalido %d", p, p.Tipo, flag[p.Electrico], flag[p.Minusvalido])
}

// vehiculo and favorita name a thing by its client's address, since the client's
// identifier may not be known yet.
func (f faultFleet) vehiculo(v faultVehiculo) string {
	return fmt.Sprintf("vehiculo %s of %s", f.placas[v.placa].Placa, f.clientes[v.cliente].Email)
}

func (f faultFleet) favorita(p faultFavorita) string {
	return fmt.Sprintf("favorita zona %d, tramo %d, celda %d of %s", p.zona, p.tramo, p.celda, f.clientes[p.cliente].Email)
}

// things names everything that is declared, without its values, by the addresses of
// the blocks; what is an entry of a fleet by the address that entradaAddress gives.
func (f faultFleet) things() map[string]string {
	out := make(map[string]string)
	for name, c := range f.clientes {
		out["parking_cliente."+name] = c.String()
	}
	for name, p := range f.placas {
		out["parking_placa."+name] = p.String()
	}
	for name, v := range f.vehiculos {
		out["parking_vehiculo."+name] = f.vehiculo(v)
	}
	for name, p := range f.favoritas {
		out["parking_zona_favorita."+name] = f.favorita(p)
	}
	for name, flota := range f.flotas {
		for placa, e := range flota.entradas {
			at := entradaAddress("parking_flota."+name, placa)
			out[at] = e.String()
			out[at+".vehiculo"] = fmt.Sprintf("vehiculo %s of %s", placa, f.clientes[flota.cliente].Email)
		}
	}
	for name, r := range f.reservas {
		at := "parking_reserva." + name
		out[at] = f.reserva(r)
		if r.codigo != "" {
			out[at+pagoOf] = "pago " + r.codigo
		}
	}
	for name, s := range f.sanciones {
		at := "parking_sancion." + name
		out[at] = s.String()
		if s.codigo != "" {
			out[at+pagoOf] = "multa " + s.codigo
		}
	}
	return out
}

// entradaAddress names an entry of a fleet: its plate, and with .vehiculo after it
// its link.
func entradaAddress(flota, placa string) string { return fmt.Sprintf("%s[%q]", flota, placa) }

// blocks gives the addresses that the state must have.
func (f faultFleet) blocks() []string {
	var out []string
	for address := range f.things() {
		if !strings.HasSuffix(address, ".vehiculo") && !strings.HasSuffix(address, pagoOf) {
			out = append(out, address)
		}
	}
	for name := range f.flotas {
		out = append(out, "parking_flota."+name)
	}
	return out
}

// rows is what the service must hold for each block, and nothing else.
func (f faultFleet) rows() map[string]string {
	out := f.things()
	for name, c := range f.clientes {
		out["parking_cliente."+name] = c.row()
	}
	for name, p := range f.placas {
		out["parking_placa."+name] = p.row()
	}
	for name, v := range f.vehiculos {
		out["parking_vehiculo."+name] += ": " + v.nombre
	}
	for name, flota := range f.flotas {
		for placa, e := range flota.entradas {
			at := entradaAddress("parking_flota."+name, placa)
			out[at] = e.row()
			out[at+".vehiculo"] += ": " + e.nombre
		}
	}
	for name, r := range f.reservas {
		at := "parking_reserva." + name
		if out[at] += r.row(true); r.codigo != "" {
			out[at+pagoOf] += ": tipo 1, " + f.reserva(r)
		}
	}
	for name, s := range f.sanciones {
		at := "parking_sancion." + name
		if out[at] += s.row(); s.codigo != "" {
			out[at+pagoOf] += ": tipo 2, " + s.String()
		}
	}
	return out
}

// personal is what no text may show.
func (f faultFleet) personal() []string {
	var out []string
	for _, c := range f.clientes {
		out = append(out, c.Email, c.Telefono, c.Cedula)
	}
	return out
}
