package parking

import (
	"context"
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
		call, read := VehiculosFilter{ClienteID: clienteID}.listing()
		for list, err := range eachPage(ctx, c, call, want, read) {
			if err != nil {
				yield(VehiculosPage{}, err)
				return
			}
			page := VehiculosPage{Total: list.first.total}
			for _, v := range list.fresh {
				if !given[v.ID] {
					given[v.ID] = true
					page.Vehiculos = append(page.Vehiculos, v)
				}
			}
			if !yield(page, nil) {
				return
			}
		}
	}
}
