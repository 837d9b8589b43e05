package framework

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// The identifiers that terraform import takes. Each has one accepted spelling, so no object has
// two.

// ParseID reads an identifier of the service: a whole number of 1 or more, without leading zeros.
func ParseID(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == text
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
	spelled := make(map[string]string, len(placas))
	for _, placa := range placas {
		ok = ok && parking.CheckPlaca(placa) == nil
		if other, twice := spelled[parking.BarePlaca(placa)]; ok && twice {
			return 0, nil, fmt.Errorf("%q and %q are the same plate; list it once", other, placa)
		}
		spelled[parking.BarePlaca(placa)] = placa
	}
	if !ok {
		return 0, nil, fmt.Errorf(flotaImportText, parking.Quote(text))
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

// ParseSancionID reads the identifier of a sanction.
func ParseSancionID(text string) (int64, error) {
	id, ok := ParseID(text)
	if !ok {
		return 0, fmt.Errorf("%s is not the import identifier of a sanction: it must be the id, for example 7", parking.Quote(text))
	}
	return id, nil
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
	number, ok := ParseID(first)
	switch {
	case !ok || both && parking.CheckPlaca(placa) != nil:
		return VehiculoID{}, fmt.Errorf(vehiculoImportText, parking.Quote(text))
	case both:
		return VehiculoID{ClienteID: number, Placa: placa}, nil
	}
	return VehiculoID{ID: number}, nil
}

// ParseZonaFavoritaID reads cliente_id/id.
func ParseZonaFavoritaID(text string) (clienteID, id int64, err error) {
	first, second, _ := strings.Cut(text, "/")
	clienteID, ok1 := ParseID(first)
	id, ok2 := ParseID(second)
	if !ok1 || !ok2 {
		return 0, 0, fmt.Errorf("%s is not the import identifier of a favourite: it must be cliente_id/id, for example 12/77",
			parking.Quote(text))
	}
	return clienteID, id, nil
}
