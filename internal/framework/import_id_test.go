package framework

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What no identifier of a vehicle or favourite may be is in testdata/fuzz, for FuzzImportID.
func TestImportIDs(t *testing.T) {
	t.Parallel()
	const none = "-"
	for text, want := range map[string]struct{ vehiculo, favorita string }{
		"3401":                  {"vehicle 3401", none},
		"12/AKX0359":            {"plate AKX0359 of 12", none},
		"12/A B-1":              {"plate A B-1 of 12", none},
		"12/A/B":                {"plate A/B of 12", none},
		"12/77":                 {"plate 77 of 12", "77 of 12"},
		"12/077":                {"plate 077 of 12", none},
		"12/77/1":               {"plate 77/1 of 12", none},
		"12/0":                  {"plate 0 of 12", none},
		"9223372036854775807":   {"vehicle 9223372036854775807", none},
		"1/9223372036854775808": {"plate 9223372036854775808 of 1", none},
		"1/+3":                  {"plate +3 of 1", none},
		"1/-3":                  {"plate -3 of 1", none},
	} {
		vehiculo, favorita := none, none
		if clienteID, placa, id, err := ParseVehiculoID(text); err == nil {
			if vehiculo = fmt.Sprintf("plate %s of %d", placa, clienteID); id != 0 {
				vehiculo = fmt.Sprintf("vehicle %d", id)
			}
		}
		if clienteID, id, err := ParseZonaFavoritaID(text); err == nil {
			favorita = fmt.Sprintf("%d of %d", id, clienteID)
		}
		if vehiculo != want.vehiculo || favorita != want.favorita {
			t.Errorf("%q: %s, %s", text, vehiculo, favorita)
		}
	}
	_, _, _, vehiculo := ParseVehiculoID("AKX0359")
	_, _, favorita := ParseZonaFavoritaID("x/77")
	for begins, err := range map[string]error{
		`"AKX0359" is not the import identifier of a vehicle: it must be cliente_id/placa`: vehiculo,
		`"x/77" is not the import identifier of a favourite: it must be cliente_id/id`:     favorita,
	} {
		if err == nil || !strings.HasPrefix(err.Error(), begins) {
			t.Errorf("%v does not begin %q", err, begins)
		}
	}
	for text, ok := range map[string]bool{
		"1": true, "1/A": true, "1/A,B": true, "A": false, "1/A,,B": false, "1/A,-": false, "1/A-1,a1": false,
	} {
		if _, _, err := ParseFlotaID(text); (err == nil) != ok {
			t.Errorf("fleet %q: %v", text, err)
		}
	}
}

// An e-mail address has one spelling, and no error shows it.
func TestCheckEmail(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"flota@example.com": true, "peña@example.com": true, "": false, "flota": false, "a@b": false, "A <a@example.com>": false,
		" a@example.com": false, "a@example.com\n": false,
	} {
		if err := CheckEmail(text); (err == nil) != ok || !ok && len(text) > len("flota") && strings.Contains(err.Error(), text) {
			t.Errorf("e-mail address %q: %v", text, err)
		}
	}
}

// FuzzImportID: what is accepted reads back as it was written, and what is not
// is refused with a short error that shows no e-mail address.
func FuzzImportID(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		refused := func(what string, err error) {
			shown := strings.ReplaceAll(err.Error(), "name@example.com", "")
			if len(shown) > 500 || !utf8.ValidString(shown) || strings.Contains(text, "@") && strings.Contains(shown, text) {
				t.Errorf("%s: %q", what, shown)
			}
		}
		if clienteID, placa, id, err := ParseVehiculoID(text); err != nil {
			refused("vehicle", err)
		} else if id > 0 && text != fmt.Sprint(id) ||
			id < 1 && (clienteID < 1 || parking.CheckPlaca(placa) != nil || text != fmt.Sprintf("%d/%s", clienteID, placa)) {
			t.Errorf("vehicle: %d, %q, %d", clienteID, placa, id)
		}
		if clienteID, id, err := ParseZonaFavoritaID(text); err != nil {
			refused("favourite", err)
		} else if fmt.Sprintf("%d/%d", clienteID, id) != text || clienteID < 1 || id < 1 {
			t.Errorf("favourite: %d, %d", clienteID, id)
		}
	})
}
