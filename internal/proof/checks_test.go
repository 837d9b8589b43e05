package proof

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What must hold, whatever happened.

// gone checks that what a block says it destroyed is destroyed, unless it says that it stays.
func (tf *core) gone(b block, was values, made acctest.Result) {
	stays := strings.Contains(strings.Join(made.Warnings(), "\n"), "stays on the service")
	if made.State == nil && was != nil && !stays && b.left != nil && b.left(tf.model) {
		tf.breaks("%s: it says that it was destroyed, and it is on the service", b.name)
	}
}

// denial matches the words with which an error says that a write did not take effect.
var denial = regexp.MustCompile("[Nn]othing was (changed|sent)")

// check checks what one resource reports against the truth.
func (tf *core) check(b block, made acctest.Result, tookEffect bool) {
	for _, text := range made.Errors() {
		if b.typeName == "parking_flota" { // what it says of one request it does not say of the fleet
			text = strings.ReplaceAll(text, "Nothing was changed by this request", "")
		}
		unpaid := strings.Contains(text, "booked but not paid") // which it says of the payment alone
		// What took effect on a shared service may be the other run's.
		if said := denial.FindString(text); said != "" && tookEffect && !tf.shared && !unpaid {
			tf.breaks("%s: it says %q, and it took effect: %s", b.name, said, text)
		}
	}
	if len(made.Errors()) == 0 && made.State != nil && !there[b.typeName](tf.model, made.State) {
		tf.breaks("%s: it says that it succeeded, and it did not", b.name)
	}
}

// checkKept checks that the user is told of what comes into the state and may not be on the service: a booking without an identifier,
// a payment that is neither recorded nor not, and minutes that were not added.
func (tf *core) checkKept(b block, prior, made acctest.Result) {
	if made.State == nil || len(made.Errors()) > 0 || prior.State["pago"] != nil && prior.State["pagada"] == nil { // which was said before
		return
	}
	unsaid := func(what string) bool {
		return !slices.ContainsFunc(made.Warnings(), func(text string) bool {
			return strings.HasPrefix(text, "Unknown whether the service "+what) || strings.HasPrefix(text, "No record: the service "+what)
		})
	}
	id := made.State["id"]
	if b.typeName == "parking_reserva" && id == nil {
		if unsaid("booked") {
			tf.breaks("%s: it may be booked, and nobody says so", b.name)
		}
		return
	}
	if b.typeName == "parking_reserva" && !tf.shared && unsaid("extended") {
		for _, row := range tf.model.Rows("reservas", Row{"id": id}) {
			if minutos := number(made.State["minutos"]); number(row["minutos"])+number(row["extendidos"]) < minutos {
				tf.breaks("%s: it says that it has %d minutes, and it has not", b.name, minutos)
			}
		}
	}
	if made.State["pago"] != nil && made.State["pagada"] == nil && unsaid("recorded payment") {
		tf.breaks("%s: it may be paid, and nobody says so", b.name)
	}
}

// onceEach checks that the service has nothing twice.
func (tf *core) onceEach(active int) {
	if n := len(tf.model.Rows("reservas", Row{"estado": "activa", "ajena": nil})); active > 0 && n > active {
		tf.breaks("done %d times: reservations that are active", n)
	}
	for _, row := range tf.model.Rows("favoritas", Row{"ajena": nil}) { // moved onto another
		place := some(row, "cliente_id", "zona_id", "tramo_id", "celda_id")
		place["ajena"] = nil
		if times := len(tf.model.Rows("favoritas", place)); times > 1 {
			tf.breaks("done %d times: favourite %v %v", times, row["zona_id"], row["tramo_id"])
		}
	}
}

// doneOnce checks that nothing was done twice.
func (tf *core) doneOnce(done, most map[string]int) {
	for _, effect := range slices.Sorted(maps.Keys(done)) {
		switch times := done[effect]; {
		case strings.HasPrefix(effect, Harmed):
			tf.breaks("done to %s", effect)
		case times > max(1, most[effect]):
			tf.breaks("done %d times: %s", times, effect)
		}
	}
}
