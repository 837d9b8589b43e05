package flota

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// stopped reports whether an entry is not in place, or cannot be.
func stopped(found []finding) bool {
	return slices.ContainsFunc(found, func(f finding) bool { return f.level == refusal })
}

// say says what is found of an entry that is a block of its own.
func (e entry) say(s *framework.Service, found []finding, diags *diag.Diagnostics) {
	for _, f := range found {
		switch summary := about(f.what, []string{e.placa}, e); {
		case f.level == unchecked:
			f.task.WarnUnchecked(s, f.err, diags)
		case f.err != nil && f.task.Verb == "plan":
			f.task.AddUnchecked(s, f.err, f.of, diags)
		case f.err != nil:
			diags.Append(f.failure()...)
		case f.level == refusal:
			diags.AddAttributeError(path.Root(f.at), summary, strings.TrimSpace(f.is+" "+f.then))
		default:
			diags.AddWarning(summary, f.noted([]string{f.item}))
		}
	}
}

// about ends a summary with the plates, and the client of their links: Terraform prints only one of several warnings with equal
// summaries.
func about(what string, placas []string, e entry) string {
	if placas[0] == "" { // it is not known yet
		return what
	}
	what += ": " + placas[0]
	if more := len(placas) - 1; more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	if e.links() {
		what += " of " + e.owner()
	}
	return what
}

// noted is the text of a note about items.
func (f finding) noted(items []string) string {
	return strings.TrimSpace(f.is + ": " + joined(items) + ". " + f.then)
}

// failure is that of the request that failed.
func (f finding) failure() diag.Diagnostics {
	if f.look {
		return f.task.LookFailure(f.err)
	}
	return f.task.Failure(f.err)
}

// reason is the whole text of a refusal on one line.
func (f finding) reason() string {
	text := f.is + " " + f.then
	if f.err != nil {
		for _, d := range f.failure() {
			text += " " + d.Detail()
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// kind is equal for reasons that are said once: refusals of one kind, and failures with one text, apart from the plate.
func (f finding) kind(placa string) string {
	if f.err == nil {
		return f.what
	}
	return strings.ReplaceAll(f.reason(), placa, "")
}

// byPlate is what is found of the entries of a fleet.
type byPlate map[string][]finding

// at gives the entries with a finding of a level, and the first such finding of each.
func (b byPlate) at(l level) map[string]finding {
	out := make(map[string]finding)
	for placa, found := range b {
		if i := slices.IndexFunc(found, func(f finding) bool { return f.level == l }); i >= 0 {
			out[placa] = found[i]
		}
	}
	return out
}

// sayNotes adds one warning for each kind of note.
func (b byPlate) sayNotes(fleet entry, diags *diag.Diagnostics) {
	placas, items, notes := make(map[string][]string), make(map[string][]string), make(map[string]finding) // by kind
	for _, placa := range plates(b) {
		for _, f := range b[placa] {
			if f.level == note {
				placas[f.what], items[f.what], notes[f.what] = append(placas[f.what], placa), append(items[f.what], f.item), f
			}
		}
	}
	for _, what := range plates(notes) {
		diags.AddWarning(about(what, placas[what], fleet), notes[what].noted(items[what]))
	}
}

// reasonsOf says why vehicles are not in place, each kind of reason once, and not more of them than can be read.
func reasonsOf(found map[string]finding) (text string) {
	const most = 3
	var kinds []string
	of := make(map[string][]string) // plates, by kind
	for _, placa := range plates(found) {
		kind := found[placa].kind(placa)
		if of[kind] == nil {
			kinds = append(kinds, kind)
		}
		of[kind] = append(of[kind], placa)
	}
	left := len(found)
	for _, kind := range kinds[:min(most, len(kinds))] {
		placas, first := of[kind], found[of[kind][0]].reason()
		example := ""
		if slices.ContainsFunc(placas, func(placa string) bool { return found[placa].reason() != first }) {
			example = ". For example " + placas[0]
		}
		text += "\n\n" + joined(placas) + example + ": " + first
		left -= len(placas)
	}
	if left > 0 {
		text += fmt.Sprintf(moreText, left)
	}
	return text
}

// joined joins texts, but not too many to read.
func joined(texts []string) string {
	const most = 20
	if n := len(texts) - most; n > 0 {
		texts = append(slices.Clone(texts[:most]), fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, ", ")
}
