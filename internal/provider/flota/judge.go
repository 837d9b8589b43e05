package flota

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/flotacsv"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// finding is something to say of an entry: what the service holds of it, or what became of it.
type finding struct {
	level level
	what  string // its kind, which begins its summary
	at    string // the attribute that a refusal is about
	is    string // what is so
	then  string // what it means, and what to do
	item  string // a note says it of this

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
func refused(at, what, is, then string) finding {
	return finding{level: refusal, at: at, what: what, is: is, then: then}
}

// A plan looks up what it will create, since the service can delete neither plates nor links: what is already there may be
// somebody else's, or the same plate in another spelling.

// plateLookMaxAge is how long a look serves its creation. A fleet of thousands takes minutes to look at. If the plate was
// registered since, the service rejects it (A15).
const plateLookMaxAge = 10 * time.Minute

type (
	plateLooks = framework.Looks[parking.Placa]    // by plate
	linkLooks  = framework.Looks[parking.Vehiculo] // those that plans found and said so of, by subject
)

// look is what the service shows of an entry.
type look struct {
	asked    bool // for the plate
	plate    parking.Placa
	plateErr error
	link     parking.Vehiculo
	linked   bool
	linkErr  error
}

// lookFor reads for a plan what the service holds of an entry. Plates are read once a run. The plate of a vehicle that exists
// already, or that another block has just registered, is the business of the block that declares it. While something is applied, the
// creation follows, and registers the plate.
func lookFor(ctx context.Context, s *framework.Service, e entry) (h look) {
	if e.links() && !e.clienteID.IsUnknown() {
		h.link, h.linked, h.linkErr = s.Client.PreviewVehiculo(ctx, e.clienteID.ValueInt64(), e.placa)
		if h.linked && !framework.IsWhileApplying(ctx) {
			framework.Shared[linkLooks](s).Keep(e.subject(), h.link, nil)
		}
		if h.linked && !e.registers || h.linkErr != nil && !parking.Is(h.linkErr, parking.Unproven) {
			return h
		}
	}
	known := !e.registers && s.Client.RegisteredAs(e.placa) != ""
	if h.asked = s.PlanLookups && !known && !framework.IsWhileApplying(ctx); h.asked {
		h.plate, h.plateErr = framework.Shared[plateLooks](s).At(e.placa, func() (parking.Placa, error) {
			return s.Client.Placa(ctx, e.placa, parking.Creation)
		})
	}
	return h
}

// judge gives what a plan says of an entry.
func judge(e entry, h look, overwrite bool) (found []finding) {
	switch {
	case parking.Is(h.linkErr, parking.Unproven) && (!h.asked || parking.Is(h.plateErr, parking.NotFound) || parking.DeniesOne(h.plateErr)):
		// It can be linked once its plate is registered, as far as a read can tell.
	case h.linkErr != nil:
		return []finding{e.linkUnknown("plan", h.linkErr)}
	case h.linked && e.otherName(h.link) != nil:
		return []finding{*e.otherName(h.link)}
	}
	if why := e.oddName(); why != nil && !h.linked {
		return []finding{*why}
	}
	if flotacsv.OddPlaca(e.placa) && (e.registers || h.asked) {
		found = append(found, finding{what: "Check the spelling of the plate", is: oddPlateText, item: fmt.Sprintf("%q", e.placa)})
	}
	found = append(found, judgePlate(e, h, overwrite)...)
	if h.linked && !stopped(found) {
		f := finding{what: "Vehicle already exists", is: linkedAsDeclaredText, item: e.linkItem(h.link), then: framework.CheckOwner}
		if spelled := spelling(e, h.link); !e.registers && spelled != e.placa { // a service that rewrites plates does that: no error
			f.then = fmt.Sprintf(spellItSoText, spelled)
		}
		found = append(found, f)
	}
	return found
}

// judgePlate gives what a plan says of a plate that it looked up.
func judgePlate(e entry, h look, overwrite bool) (found []finding) {
	switch {
	case !h.asked:
		return nil
	case parking.Is(h.plateErr, parking.NotFound) && h.linked && spelling(e, h.link) != e.placa: // a second plate would be registered
		return []finding{spelledOtherwise(spelling(e, h.link))}
	case parking.Is(h.plateErr, parking.NotFound): // another block may register it
		return nil
	case parking.DeniesOne(h.plateErr):
		return []finding{{level: unchecked, task: e.plateTask("plan"), err: h.plateErr, look: true}}
	case h.plateErr != nil:
		task := e.plateTask("plan")
		if !e.registers {
			task = e.linkTask("plan")
		}
		return []finding{lookFailed(task, h.plateErr)}
	}
	values, why := e.compare(h.plate, overwrite)
	if why != nil {
		return []finding{*why}
	}
	if values != "" {
		found = append(found, overwritten("Plate will be overwritten", e, values))
	}
	switch {
	case e.links() && !h.linked:
		found = append(found, finding{what: "Plate already registered, to be linked", is: fmt.Sprintf(toLinkText, e.owner()),
			item: e.placa, then: framework.CheckOwner})
	case !e.links() && values == "":
		found = append(found, finding{what: "Plate already registered", is: asDeclaredText, item: e.placa, then: framework.CheckOwner})
	}
	return found
}

// overwritten says which values of a plate give way to those declared.
func overwritten(what string, e entry, values string) finding {
	return finding{what: what, is: "Other values are overwritten, as overwrite_existing = true says",
		item: fmt.Sprintf("%q: %s", e.placa, values), then: framework.CheckOwner}
}

// compare compares an entry with a plate that exists: the values in which it differs, and why it is not adopted, if it is not.
func (e entry) compare(record parking.Placa, overwrite bool) (values string, why *finding) {
	values = strings.Join(e.differences(record), "; ")
	switch {
	case record.Placa != e.placa:
		f := spelledOtherwise(record.Placa)
		return values, &f
	case values != "" && !overwrite:
		f := refused("placa", "Plate already exists and differs", fmt.Sprintf(differsText, "the plate", values),
			framework.CheckOwner+" "+framework.SetOverwrite)
		return values, &f
	}
	return values, nil
}

// spelledOtherwise is why a plate that is registered under another spelling is not registered again.
func spelledOtherwise(registered string) finding {
	return refused("placa", "Plate registered under another spelling", fmt.Sprintf(spellItSoText, registered), "")
}

// spelling gives the plate of a link as the service spells it, or as it is declared if the service omits it.
func spelling(e entry, link parking.Vehiculo) string {
	if link.Placa.Value == nil {
		return e.placa
	}
	return *link.Placa.Value
}

// linkItem names a link that exists.
func (e entry) linkItem(link parking.Vehiculo) string {
	return fmt.Sprintf("%s (vehicle %d)", e.placa, link.ID)
}

// otherName is why a link that exists is not adopted: it has another name than declared.
func (e entry) otherName(link parking.Vehiculo) *finding {
	held := framework.KeepString(link.Nombre, e.nombre)
	if e.nombre.IsUnknown() || sameNombre(e.nombre, held) {
		return nil
	}
	return e.refuseName("Vehicle already exists under another name", fmt.Sprintf("vehicle %d", link.ID), held)
}

// oddName is why a vehicle is not linked under its name, or nil. One that exists may have any.
func (e entry) oddName() *finding {
	err := parking.CheckNombre(e.nombre.ValueString())
	if !e.links() || e.nombre.IsNull() || e.nombre.IsUnknown() || err == nil {
		return nil
	}
	f := refused("nombre", "Invalid name of a vehicle", fmt.Sprintf("nombre %s: %s.", parking.Quote(e.nombre.ValueString()), err),
		"The service could not change it later. "+framework.CorrectIt)
	return &f
}

// refuseName refuses a name, since the service has another and cannot rename a vehicle.
func (e entry) refuseName(what, vehicle string, held types.String) *finding {
	names := fmt.Sprintf(valueInsteadOfText, "nombre", orNull(held), orNull(e.nombre))
	f := refused("nombre", what, fmt.Sprintf(differsText, vehicle, names), nombreText)
	return &f
}

// renamedOutside says that the service shows another name than before. Nothing is changed.
func (e entry) renamedOutside(held types.String) finding {
	return finding{what: "Vehicle renamed on the service", is: "The service has another name", then: renamedText,
		item: fmt.Sprintf("%s (%s on the service, %s before)", e.placa, orNull(held), orNull(e.nombre))}
}

// orNull writes a text as a configuration does.
func orNull(text types.String) string {
	if text.IsNull() {
		return "null"
	}
	return text.String()
}
