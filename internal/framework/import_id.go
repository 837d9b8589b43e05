package framework

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// The identifiers that terraform import takes. Each has one accepted spelling, so no object has
// two.

// ParseID reads an identifier of the service: a whole number of 1 or more, without leading zeros.
func ParseID(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == text
}

// notImportID says what an import identifier must be.
func notImportID(text, noun, form string) error {
	return fmt.Errorf(importIDText, parking.Quote(text), noun, form)
}

// ParseClienteID reads an e-mail address; the error does not show it.
func ParseClienteID(text string) (string, error) {
	if CheckEmail(text) != nil {
		return "", errors.New(clienteImportText)
	}
	return text, nil
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
		return 0, nil, notImportID(text, "fleet", flotaImportText)
	}
	return clienteID, placas, nil
}

// ParsePlacaID reads a license plate.
func ParsePlacaID(text string) (string, error) {
	if parking.CheckPlaca(text) != nil {
		return "", notImportID(text, "plate", "a license plate, for example AKX0359")
	}
	return text, nil
}

// ImportedID gives the identifier that an import names, as text or as the identity attribute, or adds an error.
func (s *Service) ImportedID(ctx context.Context, req resource.ImportStateRequest, noun, attribute string,
	diags *diag.Diagnostics) (id int64, ok bool) {
	text := req.ID
	if text == "" {
		var identity types.Int64
		diags.Append(req.Identity.GetAttribute(ctx, path.Root(attribute), &identity)...)
		text = identity.String()
	}
	if id, ok = ParseID(text); !ok {
		diags.AddError("Invalid import identifier", UpperFirst(notImportID(text, noun, "the id, for example 3401").Error())+".")
	}
	return id, ok && s.Ready(diags)
}

// VehiculoID is cliente_id/placa, or the id of a vehicle alone.
type VehiculoID struct {
	ClienteID int64
	Placa     string
	ID        int64 // 0 where client and plate are given
}

func (v VehiculoID) String() string {
	if v.ID != 0 {
		return strconv.FormatInt(v.ID, 10)
	}
	return fmt.Sprintf("%d/%s", v.ClienteID, v.Placa)
}

// ParseVehiculoID reads the identifier of a vehicle. A plate may hold a slash, so only the first
// one separates.
func ParseVehiculoID(text string) (v VehiculoID, err error) {
	first, placa, both := strings.Cut(text, "/")
	id, ok := ParseID(first)
	switch {
	case !ok, both && parking.CheckPlaca(placa) != nil:
		return v, notImportID(text, "vehicle", vehiculoImportText)
	case both:
		return VehiculoID{ClienteID: id, Placa: placa}, nil
	}
	return VehiculoID{ID: id}, nil
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
