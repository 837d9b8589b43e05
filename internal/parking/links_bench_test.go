package parking

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkFleet reads all vehicles of a client, as single resources and as fleets of a thousand, from a service that
// answers at once, whose listing is in the order of its ids or in none. What a read costs must not grow with their
// number.
func BenchmarkFleet(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		for _, order := range []string{"rising", "mixed"} {
			for _, way := range []string{"10 at once", "64 at once", "fleets"} {
				b.Run(fmt.Sprint(n, "/", order, "/", way), func(b *testing.B) {
					l := newLot(rand.New(rand.NewPCG(1, 1)), n, 4)
					if order == "mixed" {
						rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
					}
					l.answers = make(map[string]exchange)
					reads := append([]listed(nil), l.order...)
					rand.New(rand.NewPCG(1, 3)).Shuffle(n, func(i, j int) { reads[i], reads[j] = reads[j], reads[i] })
					b.ReportAllocs()
					for b.Loop() {
						c, err := New(Config{BaseURL: "http://service.test", Credential: credential, Transport: l})
						must(b, err)
						must(b, readAs(b, c, way, reads))
					}
					b.ReportMetric(float64(l.spent())/float64(b.N), "requests/op")
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/read")
				})
			}
		}
	}
}

func readAs(b *testing.B, c *Client, way string, reads []listed) error {
	b.Helper()
	switch way {
	case "10 at once":
		return refresh(b.Context(), c, 10, reads)
	case "64 at once":
		return refresh(b.Context(), c, 64, reads)
	}
	fleets := make(chan error)
	for from := 0; from < len(reads); from += 1000 {
		go func() { fleets <- asFlota(b.Context(), c, reads[from:from+1000]) }()
	}
	for range len(reads) / 1000 {
		if err := <-fleets; err != nil {
			return err
		}
	}
	return nil
}
