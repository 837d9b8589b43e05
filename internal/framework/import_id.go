package framework

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

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

// readID is ParseID of a part of an import identifier; its error names the part.
func readID(part, text string) (int64, error) {
	id, ok := ParseID(text)
	switch {
	case ok:
		return id, nil
	case text == "":
		return 0, fmt.Errorf("its %s is missing", part)
	}
	return 0, fmt.Errorf(importPartText, part, parking.Quote(text))
}

func readPlaca(text string) error {
	if err := parking.CheckPlaca(text); err != nil {
		return fmt.Errorf("its placa %s %w", parking.Quote(text), err)
	}
	return nil
}

// notImportID says which part of an import identifier is wrong, and what is expected.
func notImportID(text, noun string, wrong error, form string) error {
	return fmt.Errorf(importIDText, parking.Quote(text), noun, wrong, form)
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
	clienteID, err = readID("cliente_id", first)
	if named {
		placas = strings.Split(rest, ",")
	}
	spelled := make(map[string]string, len(placas))
	for _, placa := range placas {
		if err == nil {
			err = readPlaca(placa)
		}
		if other, twice := spelled[parking.BarePlaca(placa)]; err == nil && twice {
			return 0, nil, fmt.Errorf("%q and %q are the same plate; list it once", other, placa)
		}
		spelled[parking.BarePlaca(placa)] = placa
	}
	if err != nil {
		return 0, nil, notImportID(text, "fleet", err, flotaImportText)
	}
	return clienteID, placas, nil
}

// ParsePlacaID reads a license plate.
func ParsePlacaID(text string) (string, error) {
	if err := parking.CheckPlaca(text); err != nil {
		return "", fmt.Errorf("the import identifier must be a license plate, for example AKX0359: %s %w", parking.Quote(text), err)
	}
	return text, nil
}

// ParseIDOf reads the identifier of an object that needs no more than its id, such as a "sanction".
func ParseIDOf(noun, text string) (int64, error) {
	id, err := readID("id", text)
	if err != nil {
		return 0, notImportID(text, noun, err, "the id, for example 3401")
	}
	return id, nil
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
	id, err := ParseIDOf(noun, text)
	if err != nil {
		diags.AddError("Invalid import identifier", UpperFirst(err.Error())+".")
		return 0, false
	}
	return id, s.Ready(diags)
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
func ParseVehiculoID(text string) (VehiculoID, error) {
	first, placa, both := strings.Cut(text, "/")
	if !both {
		id, err := readID("id", text)
		if err != nil && strings.ContainsFunc(text, unicode.IsLetter) {
			err = errors.New("its cliente_id is missing")
		}
		if err != nil {
			return VehiculoID{}, notImportID(text, "vehicle", err, vehiculoImportText)
		}
		return VehiculoID{ID: id}, nil
	}
	clienteID, err := readID("cliente_id", first)
	if err == nil {
		err = readPlaca(placa)
	}
	if err != nil {
		return VehiculoID{}, notImportID(text, "vehicle", err, vehiculoImportText)
	}
	return VehiculoID{ClienteID: clienteID, Placa: placa}, nil
}

// ParseZonaFavoritaID reads cliente_id/id.
func ParseZonaFavoritaID(text string) (clienteID, id int64, err error) {
	first, second, _ := strings.Cut(text, "/")
	clienteID, err = readID("cliente_id", first)
	if err == nil {
		id, err = readID("id", second)
	}
	if err != nil {
		return 0, 0, notImportID(text, "favourite", err, "cliente_id/id, for example 12/77")
	}
	return clienteID, id, nil
}
