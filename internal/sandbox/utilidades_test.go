package sandbox

import "testing"

func TestFAQWithoutOne(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for _, id := range []string{"13", "x", "1.0"} {
		errores(t, send(t, s, "GET", "/external/faq?faq_id="+id, ""), 404)
	}
}
