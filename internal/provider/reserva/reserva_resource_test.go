package reserva

import (
	"math/big"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

func TestRoundMinutos(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]int64{
		1: 10, 9: 10, 10: 10, 11: 20, 20: 20, 45: 50, 99: 100, 0.1: 10, 10.0001: 20, 9.9999: 10, 492.5: 500, 999999999999999.5: 1e15,
	} {
		if got, err := roundMinutos(big.NewFloat(n)); err != nil || got != want {
			t.Errorf("minutos(%v) is %v, %v; wanted %d", n, got, err, want)
		}
	}
	for n, want := range map[float64]string{
		0: "0 is not a positive number of minutes", -1: "-1 is not a positive", -0.5: "-0.5 is not a positive",
		1000000000000001: "a reservation cannot be that long", 1e300: "a reservation cannot be that long",
	} {
		if _, err := roundMinutos(big.NewFloat(n)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("minutos(%v): %v, wanted %q", n, err, want)
		}
	}
}

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area) }
