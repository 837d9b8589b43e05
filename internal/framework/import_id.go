package framework

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// The identifiers that terraform import takes. Each has one accepted spelling, so no object has two.

// ParseID reads an identifier of the service: a whole number of 1 or more, without leading zeros.
func ParseID(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == text
}

// notImportID says what an import identifier must be.
func notImportID(text, noun, form string) error {
	return fmt.Errorf("%s is not the import identifier of a %s: it must be %s", parking.Quote(text), noun, form)
}

// ParseFlotaID reads cliente_id, or cliente_id/placa,placa. A plate with a comma cannot be named.
func ParseFlotaID(text string) (clienteID int64, placas []string, err error) {
	first, rest, named := strings.Cut(text, "/")
	clienteID, ok := ParseID(first)
	if named {
		placas = strings.Split(rest, ",")
	}
	listed := make(map[string]bool, len(placas))
	for _, placa := range placas {
		bare := parking.BarePlaca(placa)
		ok, listed[bare] = ok && parking.CheckPlaca(placa) == nil && !listed[bare], true
	}
	if !ok {
		return 0, nil, notImportID(text, "fleet",
			"cliente_id, or cliente_id/placa,placa with each plate once, for example 12/AKX0359,UXH5184")
	}
	return clienteID, placas, nil
}

// ImportText imports a resource by the text that is its identity, once that is checked.
func ImportText(ctx context.Context, attribute string, check func(string) error, req resource.ImportStateRequest,
	resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root(attribute), path.Root(attribute), req, resp)
	var text Text
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root(attribute), &text)...)
	if err := check(text.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", fmt.Sprintf("%s %s.", attribute, err))
	}
}

// ImportID sets the attribute of the identifier that an import names, as text or as the identity attribute.
func (s *Service) ImportID(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
	noun, attribute string) {
	text := req.ID
	if text == "" {
		var identity types.Int64
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root(attribute), &identity)...)
		text = identity.String()
	}
	id, ok := ParseID(text)
	if !ok {
		resp.Diagnostics.AddError("Invalid import identifier", UpperFirst(notImportID(text, noun, "the id, for example 3401").Error())+".")
	} else if s.Ready(&resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(attribute), id)...)
	}
}

// ParseVehiculoID reads cliente_id/placa, or the id of a vehicle alone; what is not given is empty. A plate may hold a slash, so only the
// first one separates.
func ParseVehiculoID(text string) (clienteID int64, placa string, id int64, err error) {
	first, placa, both := strings.Cut(text, "/")
	number, ok := ParseID(first)
	switch {
	case !ok, both && parking.CheckPlaca(placa) != nil:
		return 0, "", 0, notImportID(text, "vehicle",
			"cliente_id/placa, for example 12/AKX0359, or the id of the vehicle, for example 3401")
	case both:
		return number, placa, 0, nil
	}
	return 0, "", number, nil
}

// ParseZonaFavoritaID reads cliente_id/id.
func ParseZonaFavoritaID(text string) (clienteID, id int64, err error) {
	first, second, _ := strings.Cut(text, "/")
	clienteID, ok := ParseID(first)
	id, also := ParseID(second)
	if !ok || !also {
		return 0, 0, notImportID(text, "favourite", "cliente_id/id, for example 12/77")
	}
	return clienteID, id, nil
}
