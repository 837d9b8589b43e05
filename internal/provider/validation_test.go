package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What terraform validate refuses of each resource, on the attribute, unless its value is personal. Of a fleet see TestFlotaValidation.
func TestValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	const invalid, value, length = "%s: Invalid value", "%s: Invalid Attribute Value", "%s: Invalid Attribute Value Length"
	const missing = "%s: Missing Configuration for Required Attribute"
	type wrong struct {
		attributes string
		values     []any
		says       string // with %s for the attribute
	}
	placas := wrong{attributes: "placa", values: []any{" AKX0359", "AKX0359 ", "AKX\t0359", "AKX\n0359", "", "..", "-"}, says: invalid}
	pagos := func(changes acctest.Values) []any { return []any{acctest.DeclaredPago.With(changes)} }
	for typeName, c := range map[string]struct {
		declared acctest.Values
		wrong    []wrong
	}{
		"parking_placa": {declared: acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, wrong: []wrong{
			placas, {attributes: "tipo_vehiculo_id", values: []any{0}, says: value},
		}},
		"parking_vehiculo": {declared: acctest.DeclaredVehiculo, wrong: []wrong{
			placas, {attributes: "cliente_id", values: []any{0, -1}, says: value}, {attributes: "nombre", values: []any{""}, says: length},
		}},
		"parking_cliente": {declared: acctest.DeclaredNorte, wrong: []wrong{
			{attributes: "email", says: "Invalid value",
				values: []any{"flota", "flota@example", "Flota <flota@example.com>", " flota@example.com", ""}},
			{attributes: "prefijos", values: []any{"593", "+", "+5933", "+59 3"}, says: "Invalid value"},
			{attributes: "nombre apellidos telefono cedula", values: []any{""}, says: "Invalid Attribute Value Length"},
		}},
		"parking_zona_favorita": {declared: acctest.Values{"cliente_id": 1, "zona_id": 1}, wrong: []wrong{
			{attributes: "zona_id", values: []any{nil}, says: "%s: Invalid Attribute Combination"},
			{attributes: "cliente_id zona_id tramo_id celda_id", values: []any{0, -5}, says: value},
		}},
		"parking_reserva": {declared: acctest.DeclaredReserva, wrong: []wrong{
			{attributes: "minutos", values: []any{25, 0, -10}, says: invalid}, {attributes: "minutos", values: []any{nil}, says: missing},
			{attributes: "tramo_id vehiculo_id celda_id conector_id", values: []any{0, -1}, says: value},
			{attributes: "pago", values: []any{acctest.Values{"pago_codigo": "TX-1"}}, says: missing},
			{attributes: "pago", values: []any{acctest.PagoUno.With(acctest.Values{"pago_codigo": "TX-1\n"})}, says: invalid},
		}},
		"parking_sancion": {declared: acctest.DeclaredSancion, wrong: []wrong{
			{attributes: "sancion_id", values: []any{0}, says: value}, {attributes: "observaciones", values: []any{""}, says: length},
			{attributes: "pago", values: pagos(acctest.Values{"cliente_id": 0}), says: value},
			{attributes: "pago", values: pagos(acctest.Values{"pago_codigo": ""}), says: invalid},
		}},
	} {
		acctest.Expect(t, typeName, p.ValidateResource(typeName, c.declared))
		for _, wrong := range c.wrong {
			for _, attribute := range strings.Fields(wrong.attributes) {
				for _, value := range wrong.values {
					what, says := fmt.Sprintf("%s, %s = %v", typeName, attribute, value), strings.ReplaceAll(wrong.says, "%s", attribute)
					acctest.Expect(t, what, p.ValidateResource(typeName, c.declared.With(acctest.Values{attribute: value})), says)
				}
			}
		}
	}
	for _, prefijos := range []any{"+1", "+34", "+593", acctest.UnknownText} {
		errs := p.ValidateResource("parking_cliente", acctest.DeclaredNorte.With(acctest.Values{"prefijos": prefijos}))
		acctest.Expect(t, fmt.Sprint(prefijos), errs)
	}
}
