package parking

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// pageAnswer is a listing's page of so many vehicles.
func pageAnswer(vehicles int) string {
	records := make([]string, vehicles)
	for i := range records {
		records[i] = listed{int64(i + 1), placaOf(int64(i + 1))}.json(1)
	}
	return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":1,"last_page":1}`, strings.Join(records, ","), vehicles)
}

// What reading an answer costs, from its bytes on.
func BenchmarkDecode(b *testing.B) {
	decode := func(b *testing.B, body string) envelope {
		env, err := decodeEnvelope("bench", http.StatusOK, http.Header{}, []byte(body), plain)
		must(b, err)
		return env
	}
	measure(b, "envelope", func(b *testing.B) { decode(b, doneAnswer) })
	measure(b, "placa", func(b *testing.B) {
		r, err := newRecord("bench", decode(b, placaAnswer).data)
		must(b, err)
		for _, name := range []string{"placa", "marca", "modelo", "color"} {
			r.text(name)
		}
		for _, name := range []string{"electrico", "minusvalido", "exento", "sancionable"} {
			r.flag(name)
		}
		if r.integer("tipo_vehiculo_id"); r.err != nil {
			b.Fatal(r.err)
		}
	})
	// More than the 15 of a page only to show how it grows.
	for _, vehicles := range []int{15, 150, 1500} {
		body := pageAnswer(vehicles)
		measure(b, fmt.Sprintf("page/%d", vehicles), func(b *testing.B) {
			p, err := newPage("bench", decode(b, body))
			must(b, err)
			for _, r := range p.records {
				must(b, errorOf(newVehiculo(r)))
			}
		})
	}
	// A value that is passed on as it came, within its bounds.
	for _, parts := range []int{100, 1000, 9000} {
		raw := json.RawMessage("[" + strings.Repeat("1,", parts-1) + "1]")
		measure(b, fmt.Sprintf("any-value/%d", parts), func(b *testing.B) {
			if _, flaw := anyValue(raw); flaw != "" {
				b.Fatal(flaw)
			}
		})
	}
}

// Making a mask is part of every call, using one of failures alone. The text has what masks look for, up to the length
// that is looked through.
func BenchmarkMask(b *testing.B) {
	c, err := New(Config{BaseURL: "http://service.test", Credential: credential, Transport: atOnce(doneAnswer)})
	must(b, err)
	personal := []string{"ana.perez@example.com", "0991234567"}
	measure(b, "make", func(b *testing.B) { maskPersonal(c.mask(personal)) })
	measure(b, "first-use", func(b *testing.B) {
		presentable("El email ana.perez%40example.com ya existe", maskPersonal(c.mask(personal)))
	})
	mask := maskPersonal(c.mask(personal))
	for _, size := range []int{100, 1000, 10000} {
		text := strings.Repeat("El telefono 0991234567 de ana.perez@example.com ya existe. ", size/50)[:size]
		measure(b, fmt.Sprintf("text/%d", size), func(b *testing.B) { presentable(text, mask) })
	}
}
