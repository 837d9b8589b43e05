package flota

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// flotaModel is the state of a parking_flota. The three maps are keyed by plate. They are flat
// because the framework plans nested attributes in time that grows with the square of their number.
type flotaModel struct {
	ClienteID     types.Int64 `tfsdk:"cliente_id"`
	Vehiculos     types.Map   `tfsdk:"vehiculos"`
	VehiculoIDs   types.Map   `tfsdk:"vehiculo_ids"`
	Pendientes    types.Map   `tfsdk:"pendientes"`
	MaxPendientes types.Int64 `tfsdk:"max_pendientes"`
	framework.Timed
}

// flotaEntry is one vehicle of vehiculos.
type flotaEntry struct {
	plateValues
	Nombre types.String
}

var flotaEntryType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"tipo_vehiculo_id": types.Int64Type, "nombre": types.StringType, "electrico": types.BoolType, "minusvalido": types.BoolType,
}}

// EntryDescriptions describe the attributes of an entry of vehiculos, for the documentation: neither the framework nor
// Terraform's protocol has a place for them, because they are no nested attributes.
func EntryDescriptions() map[string]string {
	return map[string]string{"tipo_vehiculo_id": entryTipoVehiculoIDDoc, "nombre": entryNombreDoc,
		"electrico": entryElectricoDoc, "minusvalido": entryMinusvalidoDoc}
}

// markOptional lets an entry omit nombre, electrico and minusvalido. Terraform then sends null, and
// still reports an attribute of the wrong type, or a missing tipo_vehiculo_id, on the entry. The
// framework has optional attributes in nested attributes only, which it plans too slowly: 24 to 49 s
// for 10,000 entries. They are marked here, in the schema that Terraform gets, because flotaEntryType
// is also the type of values, and tftypes panics at a value whose type has optional attributes.
func markOptional(schema *tfprotov6.GetProviderSchemaResponse) {
	entry, _ := flotaEntryType.TerraformType(context.Background()).(tftypes.Object)
	entry.OptionalAttributes = map[string]struct{}{"nombre": {}, "electrico": {}, "minusvalido": {}}
	for _, attribute := range schema.ResourceSchemas["parking_flota"].Block.Attributes {
		if attribute.Name == "vehiculos" {
			attribute.Type = tftypes.Map{ElementType: entry}
		}
	}
}

func (e flotaEntry) object() attr.Value {
	return types.ObjectValueMust(flotaEntryType.AttrTypes, map[string]attr.Value{
		"tipo_vehiculo_id": e.TipoVehiculoID, "nombre": e.Nombre, "electrico": e.Electrico, "minusvalido": e.Minusvalido,
	})
}

// same reports whether e declares what held is: an omitted flag is false, an omitted name matches
// any name, and the spelling of names does not count.
func (e flotaEntry) same(held flotaEntry) bool {
	return e.TipoVehiculoID.Equal(held.TipoVehiculoID) && sameFlag(e.Electrico, held.Electrico) &&
		sameFlag(e.Minusvalido, held.Minusvalido) && (e.Nombre.IsNull() || sameNombre(e.Nombre, held.Nombre))
}

// sameFlag reports whether both flags mean the same. An unknown flag equals no other.
func sameFlag(a, b types.Bool) bool {
	return !a.IsUnknown() && !b.IsUnknown() && a.ValueBool() == b.ValueBool()
}

// refresh gives the entry as the service holds it. An equivalent value stays as declared, and so does the name, which the service cannot
// change.
func (e flotaEntry) refresh(placa parking.Placa, vehiculo parking.Vehiculo) flotaEntry {
	out := flotaEntry{e.refreshed(placa), e.Nombre}
	if e.Nombre.IsUnknown() { // it is imported
		out.Nombre = framework.KeepString(vehiculo.Nombre, e.Nombre)
	}
	if sameFlag(e.Electrico, out.Electrico) {
		out.Electrico = e.Electrico
	}
	if sameFlag(e.Minusvalido, out.Minusvalido) {
		out.Minusvalido = e.Minusvalido
	}
	return out
}

// entries gives vehiculos as Go values. It leaves out entries that are not known yet; known is then
// false.
func (m flotaModel) entries() (entries map[string]flotaEntry, known bool) {
	entries, known = make(map[string]flotaEntry, len(m.Vehiculos.Elements())), !m.Vehiculos.IsUnknown()
	for placa, element := range m.Vehiculos.Elements() {
		object, ok := element.(types.Object)
		if !ok || object.IsUnknown() {
			known = false
			continue
		}
		var entry flotaEntry
		values := object.Attributes()
		entry.TipoVehiculoID, _ = values["tipo_vehiculo_id"].(types.Int64)
		entry.Nombre, _ = values["nombre"].(types.String)
		entry.Electrico, _ = values["electrico"].(types.Bool)
		entry.Minusvalido, _ = values["minusvalido"].(types.Bool)
		entries[placa] = entry
	}
	return entries, known
}

// ids gives the identifiers of the linked vehicles.
func (m flotaModel) ids() map[string]types.Int64 {
	out := make(map[string]types.Int64, len(m.VehiculoIDs.Elements()))
	for placa, element := range m.VehiculoIDs.Elements() {
		if id, ok := element.(types.Int64); ok && !id.IsNull() && !id.IsUnknown() {
			out[placa] = id
		}
	}
	return out
}

// mapOf gives a map as Terraform has it; value makes each of its elements.
func mapOf[T any](of attr.Type, elements map[string]T, value func(T) attr.Value) types.Map {
	values := make(map[string]attr.Value, len(elements))
	for key, element := range elements {
		values[key] = value(element)
	}
	return types.MapValueMust(of, values)
}

func vehiculosOf(entries map[string]flotaEntry) types.Map {
	return mapOf(flotaEntryType, entries, flotaEntry.object)
}

// setIDs sets the identifiers of the declared plates; a plate without one gets missing, which is null or unknown.
func (m *flotaModel) setIDs(ids map[string]types.Int64, missing types.Int64) {
	values := m.Vehiculos.Elements()
	for placa := range values {
		values[placa] = missing
		if id, ok := ids[placa]; ok {
			values[placa] = id
		}
	}
	m.VehiculoIDs = types.MapValueMust(types.Int64Type, values)
}

// plates gives the keys in order.
func plates[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
