package parking

import (
	"context"
	"errors"
	"net/url"
	"strconv"
)

// fleetSource reads the vehicles of one client, without any memory.
type fleetSource struct {
	client    *Client
	clienteID int64
}

// fleetPage is one page of all vehicles of a client.
type fleetPage struct {
	page
	vehiculos []Vehiculo
	pages     int64 // that there are, as it says
}

// link reads a link with the filter.
func (s fleetSource) link(ctx context.Context, r read) (Vehiculo, bool, error) {
	return s.client.FindVehiculo(ctx, s.clienteID, r.placa, r.id)
}

// page reads one page, or the one beyond the last, which may be any other. That there
// is nothing to list is an empty page. Records that do not tell their client could be
// anybody's, without the plate to go by.
func (s fleetSource) page(ctx context.Context, number int64, beyond bool) (fleetPage, error) {
	query := url.Values{"cliente_id": {strconv.FormatInt(s.clienteID, 10)}}
	if number > 1 {
		query.Set("page", strconv.FormatInt(number, 10))
	}
	env, err := s.client.do(ctx, call{op: opVehiculos, query: query})
	switch {
	case errors.Is(err, ErrNotFound) && number == 1:
		return fleetPage{page: page{total: new(int64)}, pages: 1}, nil
	case beyond && saysNoPage(err):
		return fleetPage{pages: number - 1}, nil
	case err != nil:
		return fleetPage{}, err
	}
	p, err := newPage(opVehiculos.name, env)
	if err == nil && !beyond {
		err = p.check(opVehiculos.name, number)
	}
	if err != nil {
		return fleetPage{}, err
	}
	out := fleetPage{page: p, pages: 1}
	if p.last != nil {
		out.pages = max(*p.last, 1)
	}
	for _, r := range p.records {
		v, err := newVehiculo(r)
		if err == nil {
			err = VehiculosFilter{ClienteID: s.clienteID}.admit(v)
		}
		if err == nil && !v.ClienteID.Sent {
			err = contractError(opVehiculos.name, "", "a vehicle does not tell its client")
		}
		if err != nil {
			return fleetPage{}, err
		}
		out.vehiculos = append(out.vehiculos, v)
	}
	return out, nil
}

// span is the ids of the first and the last vehicle of a page.
type span struct{ first, last int64 }

func (p fleetPage) span() span {
	if len(p.vehiculos) == 0 {
		return span{}
	}
	return span{p.vehiculos[0].ID, p.vehiculos[len(p.vehiculos)-1].ID}
}

// guess gives the page that most likely shows the vehicle with an id. Listings
// usually come in the order of their ids, up or down, so it lies between two pages
// that were read, or after the last of them, as far along as its id does. Where
// that does not hold nothing is lost: it is some page that was not read, and those
// are bought anyway.
//
// It earns its place where every vehicle of a client is a resource of its own, and
// nothing says beforehand that all will be asked for: 1,000 of them cost 67 to 69
// requests, which is one for each page, and 131 without it.
func (f *fleet) guess(id int64) int64 {
	most := int64(1) // the last page that was read
	for number := range f.pages {
		most = max(most, number)
	}
	up := f.pages[1].first <= f.pages[most].last
	low, high := int64(1), f.last+1 // the pages that were read next to the id
	for number, page := range f.pages {
		if (page.first > id) == up {
			high = min(high, number)
		} else {
			low = max(low, number)
		}
	}
	start, end := float64(f.pages[low].last), float64(f.pages[high].first)
	if high > f.last { // at the pace so far
		end = start + float64(f.pages[most].last-f.pages[1].first)/float64(most)*float64(f.last-low)
	}
	number := low + 1
	if start != end {
		number += int64((float64(id) - start) / (end - start) * float64(high-low-1))
	}
	return f.nearest(min(max(number, low+1), f.last))
}

// nearest gives the page next to number that was not read, or number itself when
// all were.
func (f *fleet) nearest(number int64) int64 {
	for away := range f.last {
		for _, near := range []int64{number + away, number - away} {
			if _, was := f.pages[near]; !was && near >= 1 && near <= f.last {
				return near
			}
		}
	}
	return number
}
