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

// Reading keeps the declared minutes, and warns of what the record shows while the reservation is active. A change of the configuration
// alone is an error: fewer minutes, or more of one that has ended.
func TestReservaReadMinutos(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, longer, nil)
	again := p.Apply(typeName, acctest.Result{}, longer)
	acctest.Expect(t, "of a killed run", again.Warnings(), "Reservation 1 of vehicle 1 in section 5 was there before")
	for minutos, says := range map[int][]string{30: {"Reservation 1 shows fewer minutes"}, 27: nil,
		60: {"Reservation 1 was extended on the service: 60 minutes"}} {
		w.Exec("UPDATE reservas SET minutos = ?", minutos)
		read := p.Read(typeName, created)
		acctest.Expect(t, "read", read.Warnings(), says...)
		acctest.ExpectWarned(t, "read", read, acctest.Values{"minutos": 50})
		acctest.ExpectPlanned(t, "the same", p.Plan(typeName, read, longer))
		shortened := p.Apply(typeName, read, acctest.DeclaredReserva)
		acctest.Expect(t, "fewer", shortened.Errors(), "minutos: Reservation cannot be shortened")
	}
	w.Exec("UPDATE reservas SET minutos = 60, estado = 'cancelada'")
	ended := p.Read(typeName, created)
	acctest.ExpectState(t, "ended", ended, acctest.Values{"activa": false, "minutos": 50})
	declares := func(minutos int) []string {
		return acctest.ErrorsOf(p.Plan(typeName, ended, longer.With(acctest.Values{"minutos": minutos})).Diagnostics)
	}
	acctest.Expect(t, "what it has", declares(60))
	acctest.Expect(t, "more", declares(70), "minutos: Ended reservation cannot be extended")
	acctest.Expect(t, "destroyed", p.Apply(typeName, ended, nil).Warnings(), "Reservation 1 stays on the service")
}

// Minutes that somebody added are not added again, whether the refresh showed them, the read before the extension, or both.
func TestReservaExtendedBySomebody(t *testing.T) {
	t.Parallel()
	type row struct {
		refreshed bool
		unread    bool // the lists, by the apply
		declared  int
		adds      []string // what the plan says
		holds     int      // the service, afterwards
	}
	ten := []string{"Reservation 1 will be extended by 10 minutes"}
	acctest.Each(t, map[string]row{
		"since the refresh":        {declared: 50, adds: []string{"Reservation 1 will be extended by 30 minutes"}, holds: 50},
		"some are missing":         {refreshed: true, declared: 50, adds: ten, holds: 50},
		"some, and it is not read": {refreshed: true, unread: true, declared: 50, adds: ten, holds: 50},
		"none is missing":          {refreshed: true, declared: 40, holds: 40},
		"more than declared":       {refreshed: true, declared: 30, holds: 40},
	}, func(t *testing.T, c row) {
		w, p, held := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Exec("UPDATE reservas SET minutos = 40")
		if c.refreshed {
			held = p.Read(typeName, held)
		}
		if c.unread {
			lists(w, 500, acctest.Broken)
		}
		applied := p.Apply(typeName, held, acctest.DeclaredReserva.With(acctest.Values{"minutos": c.declared}))
		acctest.ExpectState(t, "applied", applied, acctest.Values{"minutos": c.declared})
		w.ExpectCount(c.holds, "SELECT minutos FROM reservas")
		acctest.Expect(t, "plan", applied.PlanWarnings(), c.adds...)
		if sent := w.Requests()["reserva_extender"] > 0; sent != (c.adds != nil) {
			t.Errorf("extended: %t", sent)
		}
	})
}

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area) }
