package flota

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ImportState takes the identifier of the client for its whole fleet, or also, after a slash, the
// plates of this fleet if the client has several. The read after it finds out which of them exist.
func (r *flotaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var identity flotaIdentity
	text := req.ID
	if text == "" {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = strconv.FormatInt(identity.ClienteID.ValueInt64(), 10)
	}
	id, placas, err := framework.ParseFlotaID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), types.Int64Value(id))...)
	if len(placas) == 0 {
		return
	}
	entries := make(map[string]flotaEntry, len(placas))
	for _, placa := range placas {
		entries[placa] = flotaEntry{}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("vehiculos"), vehiculosOf(entries))...)
}

// toImport gives the vehicles to import: those of the named plates, or every vehicle of the client
// whose plate can be declared. It leaves out plates that the client does not have, so that the plan
// adds them.
func (r *flotaResource) toImport(ctx context.Context, m flotaModel, diags *diag.Diagnostics) (entries map[string]flotaEntry,
	ids map[string]types.Int64, err error) {
	listed, err := r.Client.ReadVehiculos(ctx, m.ClienteID.ValueInt64())
	first := make(map[string]parking.Vehiculo, len(listed)) // if a plate has several links
	for _, v := range listed {
		if v.Placa.Value == nil {
			continue
		}
		if placa := *v.Placa.Value; parking.CheckPlaca(placa) != nil {
			if m.Vehiculos.IsNull() {
				diags.AddWarning(fmt.Sprintf("Vehicle not imported: %d of client %s", v.ID, m.ClienteID),
					fmt.Sprintf(invalidPlateText, parking.Quote(placa)))
			}
			continue
		}
		bare := parking.BarePlaca(*v.Placa.Value)
		if other, taken := first[bare]; !taken || v.ID < other.ID {
			first[bare] = v
		}
	}
	unread := flotaEntry{plateValues{types.Int64Null(), types.BoolUnknown(), types.BoolUnknown()}, types.StringUnknown()}
	entries, ids = make(map[string]flotaEntry), make(map[string]types.Int64)
	named := m.Vehiculos.Elements()
	if m.Vehiculos.IsNull() {
		for _, v := range first {
			named[*v.Placa.Value] = nil
		}
	}
	for placa := range named {
		if v, there := first[parking.BarePlaca(placa)]; there {
			entries[placa], ids[placa] = unread, types.Int64Value(v.ID)
		}
	}
	return entries, ids, err
}

// notImported says why the plan adds a plate that an import names, or that the client's list shows.
func notImported(placa, why string) finding {
	return finding{what: "Vehicle not imported", is: notImportedText, item: placa + " (" + strings.TrimSuffix(why, ".") + ")"}
}
