package parking

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestNoSecondVehicle: a run that has lost its state makes no vehicle twice, whatever
// the service stores, filters and counts; where the vehicle cannot be looked for,
// there is an error.
func TestNoSecondVehicle(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"raw", "bare", "part", "none", "ignored"} {
		for _, total := range []string{"", "own", "none"} {
			for _, bare := range []bool{false, true} {
				for _, held := range []int{3, 15, 30, 40} {
					for _, again := range []int{1, 1000} { // plates of the second run
						t.Run(fmt.Sprint(filter, " ", total, " ", bare, " ", held, " ", again), func(t *testing.T) {
							t.Parallel()
							placas := someLinks(held, "-")
							s := newRegistro()
							s.bare, s.filter, s.total = bare, filter, total
							for _, placa := range placas {
								s.plates[s.stored(placa)] = true
								s.link(s.stored(placa))
							}
							c := client(t, "http://service.test", s)
							from := max(0, held-again)
							failed := bring(t.Context(), c, 10, placas[from:])
							s.expectOnce(t, placas)
							if blind := total == "own" && held >= 15 && (filter == "none" || filter == "ignored"); len(failed) > 0 && !blind {
								t.Errorf("%d failed: %v", len(failed), failed)
							}
							for _, err := range failed {
								if !errors.Is(err, ErrContract) {
									t.Error(err)
								}
							}
						})
					}
				}
			}
		}
	}
}

// TestNoSecondVehicleOfRuns: of two runs on separate states the second, whose listing
// is older than what the first linked, links nothing again.
func TestNoSecondVehicleOfRuns(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"raw", "none"} {
		for _, held := range []int{0, 10, 40} {
			for _, upsert := range []bool{false} {
				t.Run(fmt.Sprint(filter, " ", held, " ", upsert), func(t *testing.T) {
					t.Parallel()
					s := newRegistro(someLinks(held, "")...)
					s.filter, s.upsert = filter, upsert
					placas := someLinks(60, "-")
					for i := range placas {
						placas[i] = "N" + placas[i]
					}
					first, second := client(t, "http://service.test", s), client(t, "http://service.test", s)
					if err := second.ExpectLooks(t.Context(), 1, placas); err != nil {
						t.Fatal(err)
					}
					if failed := bring(t.Context(), first, 10, placas); len(failed) > 0 {
						t.Error(failed)
					}
					s.reset()
					if failed := bring(t.Context(), second, 10, placas); len(failed) > 0 {
						t.Error(failed)
					}
					s.expectOnce(t, placas)
					t.Logf("%d pages, %d filtered", s.pages, s.filtered)
				})
			}
		}
	}
}

// TestNoSecondVehicleAfterLostAnswer: a link whose answer was lost is sent again only
// where the whole listing does not show it.
func TestNoSecondVehicleAfterLostAnswer(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"raw", "bare", "none", "ignored"} {
		for _, total := range []string{"", "own", "none"} {
			for _, held := range []int{0, 14, 15, 40} {
				for _, made := range []bool{false, true} {
					t.Run(fmt.Sprint(filter, " ", total, " ", held, " ", made), func(t *testing.T) {
						t.Parallel()
						synctest.Test(t, func(t *testing.T) {
							s := newRegistro(someLinks(held, "")...)
							s.bare, s.filter, s.total = true, filter, total
							s.lose = func(n int) (bool, bool) { return n%2 == 1, made || n%2 == 0 }
							placas := []string{"NEW-1", "NEW-2", "NEW-3"}
							failed := bring(t.Context(), client(t, "http://service.test", s, func(c *Config) { c.Settle, c.MaxRetries = time.Second, 3 }), 3, placas)
							for _, placa := range placas {
								if n := s.linked(placa); n > 1 || n == 0 && failed[placa] == nil {
									t.Errorf("%s is linked %d times, %v", placa, n, failed[placa])
								}
							}
							if blind := total == "own" && held >= 12; len(failed) > 0 && !blind {
								t.Error(failed)
							}
						})
					})
				}
			}
		}
	}
}
