package reserva

import (
	"math/big"
	"strings"
	"testing"
)

func TestRoundMinutos(t *testing.T) {
	t.Parallel()
	round := func(n string) (int64, error) {
		number, _, err := big.ParseFloat(n, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		return roundMinutos(number)
	}
	for n, want := range map[string]int64{
		"1": 10, "9": 10, "10": 10, "11": 20, "20": 20, "45": 50, "99": 100, "0.1": 10, "10.0001": 20, "9.9999": 10, "492.5": 500,
		"10.00000000000000000000000000000000000001": 20,
		"999999999999999.5":                         1e15,
	} {
		if got, err := round(n); err != nil || got != want {
			t.Errorf("minutos(%s) is %v, %v; wanted %d", n, got, err, want)
		}
	}
	for n, want := range map[string]string{
		"0": "0 is not a positive number of minutes", "-1": "-1 is not a positive", "-0.5": "-0.5 is not a positive", "-10": "-10 is not a positive",
		"1000000000000001": "a reservation cannot be that long", "1e300": "a reservation cannot be that long",
	} {
		if _, err := round(n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("minutos(%s): %v, wanted %q", n, err, want)
		}
	}
}
