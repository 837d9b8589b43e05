package parking

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// measure runs a benchmark of do.
func measure(b *testing.B, name string, do func(*testing.B)) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			do(b)
		}
	})
}

// What one request costs the client over a transport that costs nothing, and what reading an answer costs of it. A page
// has 15 vehicles; more only show how it grows.
func BenchmarkClient(b *testing.B) {
	pageOf := func(vehicles int) string {
		records := make([]string, vehicles)
		for i := range records {
			records[i] = listed{int64(i + 1), placaOf(int64(i + 1))}.json(1)
		}
		return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":1,"last_page":1}`,
			strings.Join(records, ","), vehicles)
	}
	sending := func(body string) *Client {
		c, err := New(Config{BaseURL: "http://service.test", Credential: credential, Transport: roundTrip(answer(200, body))})
		must(b, err)
		return c
	}
	get := sending(`{"estado":"ok","data":{"placa":"AKX0359","tipo_vehiculo_id":1,"marca":"Toyota","modelo":"Yaris",` +
		`"color":"Gris","electrico":0,"minusvalido":0,"exento":"0","sancionable":true}}`)
	measure(b, "get", func(b *testing.B) { must(b, errorOf(get.Placa(context.Background(), "AKX0359", Nothing))) })
	post := sending(`{"estado":"ok","data":"Registrada"}`)
	measure(b, "post", func(b *testing.B) {
		must(b, errorOf(post.RegisterPlaca(context.Background(), PlacaRequest{Placa: "AKX0359", TipoVehiculoID: 1})))
	})
	for _, vehicles := range []int{15, 150, 1500} {
		list := sending(pageOf(vehicles))
		measure(b, fmt.Sprintf("page/%d", vehicles), func(b *testing.B) {
			must(b, errorOf(list.Vehiculos(context.Background(), VehiculosFilter{ClienteID: 1})))
		})
		found := sending(strings.NewReplacer(`"data":[`, `"data":{"x":[`, `],"total"`, `]},"total"`).Replace(pageOf(vehicles)))
		measure(b, fmt.Sprintf("found/%d", vehicles), func(b *testing.B) { must(b, errorOf(found.Reservas(context.Background(), nil))) })
	}
}
