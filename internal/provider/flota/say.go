package flota

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// stopped gives the reason why an entry is not in place or cannot be, or nil.
func stopped(found []finding) *finding {
	for i := range found {
		if found[i].level == refusal {
			return &found[i]
		}
	}
	return nil
}

// say says what is found of the entry of a block that has one.
func say(s *framework.Service, found []finding, diags *diag.Diagnostics) {
	for _, f := range found {
		switch {
		case f.level == unchecked:
			f.task.WarnUnchecked(s, f.err, diags)
		case f.err != nil && f.task.Verb == "plan":
			f.task.AddUnchecked(s, f.err, f.of, diags)
		case f.err != nil:
			diags.Append(f.failure()...)
		case f.level == refusal:
			diags.AddAttributeError(path.Root(f.at), f.one, f.text())
		case f.at != "":
			diags.AddAttributeWarning(path.Root(f.at), f.one, f.text())
		default:
			diags.AddWarning(f.one, f.text())
		}
	}
}

func (f finding) text() string { return strings.TrimSpace(f.is + " " + f.then) }

// failure is that of the request that failed.
func (f finding) failure() diag.Diagnostics {
	if f.look {
		return f.task.LookFailure(f.err)
	}
	return f.task.Failure(f.err)
}

// explained is the whole finding on one line.
func (f finding) explained() string {
	text := f.text()
	if f.err != nil {
		for _, d := range f.failure() {
			text += " " + framework.Detail(d)
		}
	}
	return oneLine(text)
}

// brief is the reason for the state, which the next plan shows as removed.
func (f finding) brief() string {
	text := f.is
	if f.err != nil {
		text = ""
		for _, d := range f.failure() {
			what, _, _ := strings.Cut(framework.Detail(d), "\n\n")
			text += " " + what
		}
	}
	return oneLine(text)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// key is equal for reasons that are said once: refusals with one summary, and failures with one text, apart from the plate.
func (f finding) key(placa string) string {
	if f.err == nil {
		return f.one + f.values
	}
	return strings.ReplaceAll(f.explained(), placa, "")
}

// byPlate is what is found of the entries of a fleet.
type byPlate map[string][]finding

// at gives the entries with a finding of a level, and the first such finding of each.
func (b byPlate) at(l level) map[string]finding {
	out := make(map[string]finding)
	for placa, found := range b {
		for _, f := range found {
			if _, in := out[placa]; f.level == l && !in {
				out[placa] = f
			}
		}
	}
	return out
}

// sayNotes adds one warning for each kind of note.
func (b byPlate) sayNotes(diags *diag.Diagnostics) {
	notes := make(map[string]map[string]finding) // by summary and plate
	for placa, found := range b {
		for _, f := range found {
			if f.level == note && notes[f.many] == nil {
				notes[f.many] = make(map[string]finding)
			}
			if f.level == note {
				notes[f.many][placa] = f
			}
		}
	}
	for _, many := range plates(notes) {
		placas := plates(notes[many])
		f, summary := notes[many][placas[0]], fmt.Sprintf("%s (%d)", many, len(placas))
		text := about(placas, f.text())
		if f.list != "" {
			lines := make([]string, len(placas))
			for i, placa := range placas {
				lines[i] = fmt.Sprintf("%q: %s", placa, notes[many][placa].values)
			}
			text = fmt.Sprintf(f.list, linesOf(lines))
		}
		if f.at != "" {
			diags.AddAttributeWarning(path.Root("vehiculos"), summary, text)
		} else {
			diags.AddWarning(summary, text)
		}
	}
}

// reasonsOf says why vehicles are not in place, each reason once, and not more of them than can be read; more says where the
// others are.
func reasonsOf(found map[string]finding, more string) string {
	const most = 10
	var keys []string
	of := make(map[string][]string) // plates, by key
	for _, placa := range plates(found) {
		key := found[placa].key(placa)
		if of[key] == nil {
			keys = append(keys, key)
		}
		of[key] = append(of[key], placa)
	}
	text, left := "", 0
	for i, key := range keys {
		if i >= most {
			left += len(of[key])
			continue
		}
		text += "\n\n" + about(of[key], found[of[key][0]].explained())
	}
	if left > 0 {
		text += fmt.Sprintf(more, left)
	}
	return text
}

// about says of which plates a text is, which names the first of them.
func about(placas []string, text string) string {
	if len(placas) == 1 {
		return placas[0] + ": " + text
	}
	return fmt.Sprintf(exampleText, someOf(placas), placas[0], text)
}

// someOf names plates, but not too many to read.
func someOf(placas []string) string { return joined(placas, ", ") }

// linesOf gives lines, but not too many to read.
func linesOf(lines []string) string { return joined(lines, "\n") }

func joined(texts []string, separator string) string {
	const most = 20
	if n := len(texts) - most; n > 0 {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, separator)
}
