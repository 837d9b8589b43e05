package reserva

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// The plan of an extension says how many minutes it adds, and whether the reservation is paid.
func TestReservaExtensionPlanned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config acctest.Values
		paid   bool
	}{"unpaid": {acctest.DeclaredReserva, false}, "paid": {acctest.PaidReserva, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, p, created := acctest.ReservaServer(t, c.config, nil)
			longer := c.config.With(acctest.Values{"minutos": 50})
			said := acctest.TextsOf(p.Plan("parking_reserva", created, longer).Diagnostics, tfprotov6.DiagnosticSeverityWarning)
			acctest.Expect(t, "the plan", said, "minutos: Reservation 1 will be extended by 30 minutes")
			if got := strings.Contains(said[0], "is paid"); got != c.paid {
				t.Errorf("says that it is paid: %t, wanted %t, in %s", got, c.paid, said[0])
			}
			acctest.NoMessages(t, "the same", acctest.Result{Diags: p.Plan("parking_reserva", created, c.config).Diagnostics})
		})
	}
}

// A record that shows who changed it is quoted, unless that may be an address or a number of a person.
func TestReservaChangedBy(t *testing.T) {
	t.Parallel()
	for who, want := range map[string]string{"operador norte": "operador norte", "ana@example.com": "", "0991234567": "", "": ""} {
		object := types.ObjectValueMust(map[string]attr.Type{"id": types.Int64Type, "modificado_por": types.StringType},
			map[string]attr.Value{"id": types.Int64Value(1), "modificado_por": types.StringValue(who)})
		field, got := reservaModel{Datos: types.DynamicValue(object)}.changedBy()
		if got != want || (field != "") != (want != "") {
			t.Errorf("%q: got %s %q, wanted %q", who, field, got, want)
		}
	}
	if _, got := (reservaModel{Datos: types.DynamicNull()}).changedBy(); got != "" {
		t.Errorf("got %q without a record", got)
	}
}
