package parking

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// TestCreateZonaFavorita: a favourite that is saved is no failure, whatever the answer holds; the list tells the id
// where the answer does not, or is about another one.
func TestCreateZonaFavorita(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"id":5,"cliente_id":1,"zona_id":2}`: "5", `{"id":5,"zona_id":"2"}`: "5", `{"favorita":{"id":"5","zona_id":2}}`: "5",
		`{"message":"Guardada"}`: "8", `null`: "8",
		`[{"id":1,"zona_id":2},{"id":2,"zona_id":2}]`: "8", `[{"id":5,"zona_id":2},{"id":6,"zona_id":4}]`: "8", `{"zona_id":[]}`: "8",
		`{"id":5,"cliente_id":3,"zona_id":2}`: "8", `{"id":5,"cliente_id":1,"zona_id":4}`: "8",
		`{"id":-5,"zona_id":2}`: "8", `{"id":5,"zona_id":-2}`: "8",
	} {
		s := play(answer(200, okData(data)), answer(200, okData(`[{"id":8,"cliente_id":1,"zona_id":2}]`)))
		out, err := scripted(t, s).CreateZonaFavorita(t.Context(), 1, Zona{ZonaID: ptr[int64](2)}, ofZone2)
		if got := show(Field[int64]{Sent: true, Value: out.Made.ID}); err != nil || got != want || (out.Lost != nil) != (want == "8") {
			t.Errorf("%s: got %s, %v", data, got, err)
		}
	}
	s := play(answer(200, okData(`null`)), answer(200, okData(`[]`)))
	_, err := scripted(t, s).CreateZonaFavorita(t.Context(), 1, Zona{ZonaID: ptr[int64](2)}, ofZone2)
	if !Is(err, Unexpected) || s.count() != 2 {
		t.Errorf("saved and not shown, after %d requests: %v", s.count(), err)
	}
}

// TestFavoritaLostAndListDenied: a favourite whose answer was lost is not saved again while its list is denied, however real the denial
// looks.
func TestFavoritaLostAndListDenied(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		s := play(broken(io.ErrUnexpectedEOF), answer(409, `{"estado":"fail","error":"Sin datos"}`)).known()
		c := scripted(t, s, func(c *Config) { c.MaxRetries = 3 })
		_, err := c.CreateZonaFavorita(t.Context(), 1, Zona{ZonaID: ptr[int64](2)}, ofZone2)
		expectIs(t, err, Unsettled)
		equal(t, "saved", strings.Count(s.asked(), "PUT "), 1)
	})
}

// ofZone2 picks the first favourite of zone 2.
func ofZone2(list []ZonaFavorita) (ZonaFavorita, bool) {
	at := slices.IndexFunc(list, func(f ZonaFavorita) bool { return f.ZonaID.Value != nil && *f.ZonaID.Value == 2 })
	if at < 0 {
		return ZonaFavorita{}, false
	}
	return list[at], true
}

func TestZona(t *testing.T) {
	t.Parallel()
	known := Zona{ZonaID: ptr[int64](1), TramoID: ptr[int64](2), CeldaID: ptr[int64](3)}
	got := ZonaFavorita{ZonaID: Field[int64]{Sent: true}, TramoID: field[int64](9)}.Zona(known)
	if !got.Equal(Zona{TramoID: ptr[int64](9), CeldaID: ptr[int64](3)}) || got.Equal(known) || !known.Equal(known) {
		t.Errorf("got %+v", got)
	}
}
