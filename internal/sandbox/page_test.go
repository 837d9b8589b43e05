package sandbox

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What no page may do: words that are broken or cut, text of little contrast, a scroll bar for the page. Each gives a
// list of what is wrong.
const (
	sidewaysScript = `[...document.querySelectorAll("body *")].filter((e) => !e.closest(".unseen, thead") && !e.closest(".scroll, .chips, svg, #marks")
		&& (e.getBoundingClientRect().right > innerWidth + .5 || e.getBoundingClientRect().left < -.5)).map((e) => e.outerHTML.slice(0, 80))
		.concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls to " + document.documentElement.scrollWidth] : [])
		.concat([...document.querySelectorAll(".scroll")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => "the requests scroll to " + e.scrollWidth))`
	brokenScript = `(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), broken = [];
		while (walker.nextNode()) {
			for (const word of walker.currentNode.data.matchAll(/\S+/g)) {
				const range = document.createRange();
				range.setStart(walker.currentNode, word.index);
				range.setEnd(walker.currentNode, word.index + word[0].length);
				if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) broken.push(word[0]);
			}
		}
		return broken.concat([...document.querySelectorAll(".whole")].filter((e) => e.scrollWidth > e.clientWidth && !e.title).map((e) => e.textContent));
	})()`
	contrastScript = `(() => {
		const parse = (c) => c.startsWith("#") ? [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)) : c.match(/[\d.]+/g).map(Number);
		const light = (c) => parse(c).slice(0, 3).map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
			.reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
		const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
		const under = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (parse(c)[3] !== 0) return c; } };
		const weak = [], seen = new Set();
		const check = (what, color, ground, least) => { if (ratio(color, ground) < least) weak.push(what + " " + color + " on " + ground + ": " + ratio(color, ground).toFixed(2)); };
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const e = walker.currentNode.parentElement, style = getComputedStyle(e);
			if (walker.currentNode.data.trim() && style.visibility === "visible") check(e.tagName + "." + e.className, style.color, under(e), 4.5);
		}
		check("placeholder", getComputedStyle(document.getElementById("filter"), "::placeholder").color, under(document.getElementById("filter")), 4.5);
		const root = getComputedStyle(document.documentElement), color = (name) => root.getPropertyValue("--" + name).trim();
		for (const name of ["text", "muted", "write", "failed", "good"]) check("--" + name, color(name), color("surface"), 4.5);
		for (const name of ["text", "muted"]) check("--" + name, color(name), color("page"), 4.5);
		for (const name of ["write", "failed"]) for (const text of ["text", "muted", name]) check("--" + text, color(text), color(name + "-tint"), 4.5);
		for (const name of ["flight", "read", "write", "failed", "field"]) check("--" + name, color(name), color("surface"), 3);
		return [...new Set(weak)];
	})()`
)

// A browser shows a fleet that grows at every width and in both schemes, and takes no text for HTML.
func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Faults: []Fault{{Key: "registrar_vehiculo", Kind: Status500, When: After, Times: 1}}})
	for i := range 20 { // longer words than these come from no fleet
		for _, c := range []struct{ path, body string }{
			{"placa", `{"placa":"PLACA-LARGA-%02d","tipo_vehiculo_id":1}`},
			{"vehiculo", `{"placa":"PLACA-LARGA-%02d","cliente_id":2}`},
		} {
			send(t, s, "POST", "/external/"+c.path, fmt.Sprintf(c.body, i))
		}
	}
	send(t, s, "GET", "/external/vehiculos?cliente_id=2&placa=PLACA-LARGA-01&page=3", "")
	if _, err := s.DB().ExecContext(t.Context(), `INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('<img src=x onerror=taken()>', 1);
		INSERT INTO vehiculos (placa, cliente_id) VALUES ('<img src=x onerror=taken()>', 1);
		UPDATE clientes SET nombre = '<script>taken()</script>' WHERE id = 1;
		UPDATE clientes SET nombre = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk und Kühltransporte' WHERE id = 3;
		INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES (1, 1, 20, 'pagada', 10, 1, 2)`); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	index, err := web.ReadFile("web/index.html")
	must(t, err)
	if empty := regexp.MustCompile(`<(td|dd|p|tbody|span)[^>]*>(–|\s*)</(td|dd|p|tbody|span)>`).FindAllString(string(index), -1); len(empty) > 3 { // for screen readers, marks and matches
		t.Errorf("nothing is shown at first in %q", empty)
	}
	page := browse(t, server.URL+"/_sandbox/")
	page.wait(`document.querySelectorAll("#journal tbody tr").length === 41`)

	shown := eval[string](page, `document.body.innerText.replace(/\s+/g, " ")`)
	for _, part := range []string{
		"Requests 41", "Writes 40", "Failures 1", "21 plates registered, all linked to a client.", "<script>taken()</script>", "<img src=x onerror=taken()>",
		"Flota Norte id 2", "20", "ended, paid pagada, terminada", "500 ✎ write ✕ failed 500@after", "POST /external/vehiculo placa=PLACA-LARGA-00 cliente_id=2",
	} {
		if !strings.Contains(shown, part) {
			t.Errorf("%q is not on the page", part)
		}
	}
	if strings.Contains(shown, "@example.com") {
		t.Error("an e-mail address is on the page")
	}

	for _, scheme := range []string{"light", "dark"} {
		page.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
		if weak := eval[[]string](page, contrastScript); len(weak) > 0 {
			t.Errorf("%s: too little contrast:\n%s", scheme, strings.Join(weak, "\n"))
		}
	}
	for _, width := range []int{320, 400, 768, 1120, 1440, 2560} {
		page.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
		if wide := eval[[]string](page, sidewaysScript); len(wide) > 0 {
			t.Errorf("at %d: too wide:\n%s", width, strings.Join(wide, "\n"))
		}
		if broken := eval[[]string](page, brokenScript); len(broken) > 0 {
			t.Errorf("at %d: broken words: %q", width, slices.Compact(broken))
		}
	}

	// What happens while the page is shown, and the rows of a filter.
	send(t, s, "GET", "/external/placa/NADIE99", "")
	page.wait(`document.querySelector("#journal tbody tr:not(.failed) td").parentElement.textContent.includes("GET /external/placa/NADIE99404 does not exist")`)
	if bar := eval[string](page, `document.querySelector("#clientes .bar span").style.width`); bar != "100%" {
		t.Errorf("every plate is linked, and the bar is %s wide", bar)
	}
	rows := func() string {
		return eval[string](page, `[...document.querySelectorAll("#journal tbody tr")].filter((r) => r.checkVisibility()).length + " " + document.getElementById("matches").textContent`)
	}
	page.press("/")
	for _, key := range "nadie" {
		page.press(string(key))
	}
	equal(t, "rows", rows(), "1 1 of 42 match")
	page.press("Escape")
	page.press("Tab")
	page.press("ArrowRight")
	page.press("ArrowRight")
	equal(t, "rows", rows(), "1 1 of 42 match")
	page.press("Tab")
	if focus := eval[string](page, `document.activeElement.className`); focus != "scroll" {
		t.Errorf("after the filter comes %q", focus)
	}
	if bars := eval[string](page, `["flight-line", "ended-reads", "ended-writes", "ended-failures"].filter((id) => !document.getElementById(id).getAttribute("d")).join()`); bars != "" {
		t.Errorf("not drawn: %s", bars)
	}
	if n := eval[int](page, `document.querySelectorAll("#marks span").length`); n == 0 {
		t.Error("no second of failures is marked")
	}

	// The journal is emptied, and the sandbox goes away.
	must(t, s.ResetJournal(t.Context()))
	send(t, s, "GET", "/external/informacion", "")
	page.wait(`document.getElementById("requests").textContent === "1" && document.querySelectorAll("#journal tbody tr").length === 1`)
	if len(page.messages) > 0 {
		t.Errorf("the browser complains:\n%s", strings.Join(page.messages, "\n"))
	}
	server.CloseClientConnections()
	server.Close()
	page.wait(`document.getElementById("state").textContent.startsWith("No answer")`)
}
