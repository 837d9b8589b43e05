package parking

import (
	"context"
	"errors"
	"iter"
)

// VehiculosPage is what one page of the listing adds to those before it.
type VehiculosPage struct {
	Vehiculos []Vehiculo
	Total     *int64 // how many there are in all; nil where the service does not tell
}

// EachVehiculosPage lists the vehicles of a client page by page, for a caller that may stop early. It reads no more
// pages ahead than hold want vehicles (0: all), gives the first page before it reads the second, and sends nothing
// after the caller stops. An error is the last result.
//
// A listing that visibly changes is read again, as by Vehiculos, and no vehicle is given twice.
func (c *Client) EachVehiculosPage(ctx context.Context, clienteID, want int64) iter.Seq2[VehiculosPage, error] {
	return func(yield func(VehiculosPage, error) bool) {
		given := make(map[int64]bool)
		var changed errChanged
		for range maxPasses {
			err := newVehiculos(ctx, c, clienteID, want, given, yield)
			if !errors.As(err, &changed) {
				if err != nil {
					yield(VehiculosPage{}, err)
				}
				return
			}
		}
		yield(VehiculosPage{}, keepsChanging(opVehiculos.name, changed))
	}
}

// newVehiculos reads the listing once and gives the vehicles that were not given yet.
func newVehiculos(
	ctx context.Context, c *Client, clienteID, want int64, given map[int64]bool, yield func(VehiculosPage, error) bool,
) error {
	call, read := VehiculosFilter{ClienteID: clienteID}.listing()
	for list, err := range eachPage(ctx, c, call, want, read) {
		if err != nil {
			return err
		}
		page := VehiculosPage{Total: list.first.total}
		for _, v := range list.fresh {
			if !given[v.ID] {
				given[v.ID] = true
				page.Vehiculos = append(page.Vehiculos, v)
			}
		}
		if !yield(page, nil) {
			return nil
		}
	}
	return nil
}
