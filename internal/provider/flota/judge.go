package flota

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// finding is something to say of an entry: what the service holds of it, or what became of it.
type finding struct {
	level  level
	one    string // its summary for one block
	many   string // of a note: its summary for a fleet, which adds how many there are
	at     string // the attribute that it is about
	is     string // what is so
	then   string // what it means, and what to do
	values string // what tells refusals with one summary apart, or a line for each plate of a note
	list   string // of a note with such lines: the text into which a fleet puts them all

	// Of a request that failed. Its texts are those of the task.

	task framework.Task
	err  error
	look bool   // it was to find out whether a thing exists
	of   string // what many such looks are about, such as "client 7": its rejection is explained once
}

// level says what a finding stops.
type level int

const (
	note      level = iota // nothing
	unchecked              // nothing: the apply finds out
	refusal                // its entry
)

// failed is a request that stops the entry.
func failed(task framework.Task, err error) finding {
	return finding{level: refusal, task: task, err: err}
}

// lookFailed is a look before a creation that failed. A plan goes on if the apply may succeed.
func lookFailed(task framework.Task, err error) finding {
	f := finding{level: refusal, task: task, err: err, look: true}
	if task.Verb == "plan" && framework.MayPass(err) {
		f.level = unchecked
	}
	return f
}

// refused is any other reason to stop the entry.
func refused(at, summary, is, then string) finding {
	return finding{level: refusal, at: at, one: summary, is: is, then: then}
}

// judge gives what a plan says of an entry.
func judge(e entry, h look, overwrite bool) (found []finding) {
	switch {
	case parking.Is(h.linkErr, parking.Unproven) && (h.noPlate() || !h.asked && !e.plateKnown):
		// It can be linked once its plate is registered.
	case h.linkErr != nil:
		f := lookFailed(e.lookTask("plan", h.linkErr), h.linkErr)
		f.of = e.owner()
		return []finding{f}
	case h.linked && otherName(e, h.link):
		return []finding{namedOtherwise(e, h.link)}
	}
	if why := oddPlaca(e.placa); why != "" && (e.registers || !h.linked) && !e.plateKnown {
		found = append(found, finding{one: "Check the spelling of plate " + e.placa, many: "Check the spelling of plates", at: "placa",
			is: fmt.Sprintf(oddPlateText, e.placa, why), values: why, list: oddPlatesText})
	}
	found = append(found, judgePlate(e, h, overwrite)...)
	if h.linked && stopped(found) == nil {
		text := fmt.Sprintf(vehicleFoundText, e.placa, e.clienteID, h.link.ID) + spelledOnService(e, h.link)
		if !e.registers && spelling(e, h.link) != e.placa { // a service that rewrites plates does that, so it is no error
			text += secondPlateText
		}
		found = append(found, finding{one: fmt.Sprintf("Vehicle %s of client %s already exists", e.placa, e.clienteID),
			many: "Vehicles already exist", is: text})
	}
	return found
}

// judgePlate gives what a plan says of a plate that it looked up.
func judgePlate(e entry, h look, overwrite bool) (found []finding) {
	switch {
	case !h.asked:
		return nil
	case parking.Is(h.plateErr, parking.NotFound) && h.linked && spelling(e, h.link) != e.placa: // a second plate would be registered
		return []finding{spelledOtherwise(e, spelling(e, h.link))}
	case parking.Is(h.plateErr, parking.NotFound): // another block may register it
		return nil
	case parking.DeniesOne(h.plateErr):
		return []finding{{level: unchecked, task: e.plateTask("plan"), err: h.plateErr, look: true}}
	case h.plateErr != nil && !e.registers:
		return []finding{lookFailed(e.linkTask("plan"), h.plateErr)}
	case h.plateErr != nil:
		return []finding{lookFailed(e.plateTask("plan"), h.plateErr)}
	}
	values, why := e.compare(h.plate, overwrite)
	if why != nil {
		return []finding{*why}
	}
	if values != "" {
		found = append(found, finding{one: fmt.Sprintf("Plate %s will be overwritten", e.placa), many: "Plates will be overwritten",
			is: fmt.Sprintf(plateOverwrittenText, e.placa, values), then: maybeOthersText, values: values, list: platesOverwrittenText})
	}
	there := finding{one: fmt.Sprintf("Plate %s is already registered", e.placa), many: "Plates already registered", then: maybeOthersText}
	switch {
	case e.links() && !h.linked:
		there.is = fmt.Sprintf(plateNotLinkedText, e.placa, e.owner())
		found = append(found, there)
	case !e.links() && values == "":
		there.is = fmt.Sprintf(plateFoundText, e.placa)
		found = append(found, there)
	}
	return found
}

// compare compares an entry with a plate that exists: the values in which it differs, and why it is not adopted, if it is not.
func (e entry) compare(record parking.Placa, overwrite bool) (values string, why *finding) {
	values = strings.Join(e.differences(record), "; ")
	switch {
	case record.Placa != e.placa:
		f := spelledOtherwise(e, record.Placa)
		return values, &f
	case values != "" && !overwrite:
		f := refused("placa", "Plate already exists and differs", fmt.Sprintf(plateDiffersText, e.placa, values), nothingOverwrittenText)
		f.values = values
		return values, &f
	}
	return values, nil
}

// spelledOtherwise is why a plate that is registered under another spelling is not registered again.
func spelledOtherwise(e entry, registered string) finding {
	return refused("placa", "Plate registered under another spelling",
		fmt.Sprintf(plateSpelledText, e.placa, registered), fmt.Sprintf(spellItSoText, registered))
}

// spelling gives the plate of a link as the service spells it, or as it is declared if the service omits it.
func spelling(e entry, link parking.Vehiculo) string {
	if link.Placa.Value == nil {
		return e.placa
	}
	return *link.Placa.Value
}

// spelledOnService says how the service spells the plate of a link, if not as it is declared.
func spelledOnService(e entry, link parking.Vehiculo) string {
	if spelled := spelling(e, link); spelled != e.placa {
		return fmt.Sprintf(spelledOnServiceText, spelled)
	}
	return ""
}

// otherName reports whether a link has another name than declared.
func otherName(e entry, link parking.Vehiculo) bool {
	return !e.nombre.IsUnknown() && !e.nombre.Equal(keepNombre(link.Nombre, e.nombre))
}

// namedOtherwise is why a link that exists under another name is not adopted.
func namedOtherwise(e entry, link parking.Vehiculo) finding {
	name := orNull(keepNombre(link.Nombre, e.nombre))
	return refused("nombre", "Vehicle already exists under another name",
		fmt.Sprintf(existsUnderOtherText, e.placa, e.clienteID, link.ID, name, orNull(e.nombre)),
		cannotRenameToText+fmt.Sprintf(adoptNombreText, name))
}

// cannotRename is why a link that the state holds cannot get another name.
func cannotRename(e entry, held types.String) *finding {
	f := refused("nombre", "A vehicle cannot be renamed", fmt.Sprintf(cannotRenameText,
		e.placa, e.clienteID, orNull(held), orNull(e.nombre)), cannotRenameToText+keepNombreText(held))
	f.values = f.is
	return &f
}

// keepNombreText says what to do about a name that differs from the service's, which cannot change.
func keepNombreText(held types.String) string {
	if held.IsNull() {
		return "Set nombre = null."
	}
	return fmt.Sprintf(nombreOfServiceText, held)
}

// orNull writes a text as a configuration does.
func orNull(text types.String) string {
	if text.IsNull() {
		return "null"
	}
	return text.String()
}
