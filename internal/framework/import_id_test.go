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
	for text, read := range map[string]func(string) error{
		`"AKX0359" is not the import identifier of a vehicle: it must be cliente_id/placa`: func(text string) error { _, _, _, err := ParseVehiculoID(text); return err },
		`"x/77" is not the import identifier of a favourite: it must be cliente_id/id`:     func(text string) error { _, _, err := ParseZonaFavoritaID(text); return err },
	} {
		bad, _, _ := strings.Cut(text[1:], `"`)
		if err := read(bad); err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%v does not begin %q", err, text)
		}
	}
	for text, ok := range map[string]bool{"1": true, "1/A": true, "1/A,B": true, "A": false, "1/A,,B": false, "1/A,-": false, "1/A-1,a1": false} {
		if _, _, err := ParseFlotaID(text); (err == nil) != ok {
			t.Errorf("fleet %q: %v", text, err)
		}
	}
	for text, ok := range map[string]bool{"flota@example.com": true, "peña@example.com": true, "": false, "flota": false, "a@b": false, "A <a@example.com>": false, " a@example.com": false, "a@example.com\n": false} {
		if err := CheckEmail(text); (err == nil) != ok || err != nil && strings.Contains(err.Error(), text) && len(text) > len("flota") {
			t.Errorf("e-mail address %q: %v", text, err)
		}
	}
}

// FuzzImportID: what is accepted reads back as it was written, and what is not
// is refused with a short error that shows no e-mail address.
func FuzzImportID(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		refused := func(what string, err error) {
			if shown := err.Error(); len(shown) > 500 || !utf8.ValidString(shown) || strings.Contains(text, "@") && strings.Contains(strings.ReplaceAll(shown, "name@example.com", ""), text) {
				t.Errorf("%s: %q", what, shown)
			}
		}
		if clienteID, placa, id, err := ParseVehiculoID(text); err != nil {
			refused("vehicle", err)
		} else if id < 1 && (clienteID < 1 || parking.CheckPlaca(placa) != nil || text != fmt.Sprintf("%d/%s", clienteID, placa)) || id > 0 && text != fmt.Sprint(id) {
			t.Errorf("vehicle: %d, %q, %d", clienteID, placa, id)
		}
		if clienteID, id, err := ParseZonaFavoritaID(text); err != nil {
			refused("favourite", err)
		} else if fmt.Sprintf("%d/%d", clienteID, id) != text || clienteID < 1 || id < 1 {
			t.Errorf("favourite: %d, %d", clienteID, id)
		}
	})
}
