package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// declarer is what declares a plate or a vehicle: a resource of its own, or a
// parking_flota; or an action. It words what the person who wrote it can do. For an entry of a
// fleet each text is one line: pendientes shows it in a list.
type declarer struct {
	client types.Int64 // whose parking_flota it is; null for a resource of its own
	action bool        // an action of Terraform, which nothing invokes again by itself
}

func (d declarer) fleet() bool { return !d.client.IsNull() }

// takePlaca says how a plate that exists comes to be managed under adopt_existing = "never".
func (d declarer) takePlaca(placa string) string {
	if d.fleet() {
		return d.takeIntoFleet()
	}
	return "To manage it here, import it:\n\n  terraform import parking_placa.NAME " + shellQuote(placa)
}

// takeIntoFleet says it of an entry of a fleet, which may have been another's.
func (d declarer) takeIntoFleet() string {
	return fmt.Sprintf("To adopt it, set adopt_existing = \"identical\" in the provider block for one apply. If client %s has it already, you can import the fleet with all its plates instead: terraform state rm parking_flota.NAME, then terraform import parking_flota.NAME %[1]s/PLATE1,PLATE2.", d.client)
}

// settlePlaca says what to do about a plate that exists and differs, under
// adopt_existing = "identical".
func (d declarer) settlePlaca(placa string) string {
	if d.fleet() {
		return "Declare in its entry what the service holds, or set adopt_existing = \"update\" in the provider block."
	}
	return fmt.Sprintf("Declare what the service holds, import the plate (terraform import parking_placa.NAME %s) to see the change in a plan, or set adopt_existing = \"update\" in the provider block.", shellQuote(placa))
}

// takeVehiculo says how a vehicle that exists comes to be managed under adopt_existing = "never".
func (d declarer) takeVehiculo(id string) string {
	if d.fleet() {
		return d.takeIntoFleet()
	}
	return "To manage it here, import it:\n\n  terraform import parking_vehiculo.NAME " + id
}

// takeNamed says how a vehicle that exists under the name held comes to be managed.
func (d declarer) takeNamed(held types.String, id string) string {
	if d.fleet() {
		return d.keepName(held)
	}
	return fmt.Sprintf("%s, or import the vehicle:\n\n  terraform import parking_vehiculo.NAME %s\n\nand leave the difference alone with:\n\n%s", declareName(held), id, ignoreNombre)
}

// keepName says how to declare the name that the service holds, or leave it alone.
func (d declarer) keepName(held types.String) string {
	switch {
	case !d.fleet():
		return declareName(held) + ", or leave the difference alone with:\n\n" + ignoreNombre
	case held.IsNull():
		return "Declare nombre = null."
	}
	return fmt.Sprintf("Declare nombre = %s, or null to leave the name alone.", held)
}

const ignoreNombre = "  lifecycle {\n    ignore_changes = [nombre]\n  }"

func declareName(held types.String) string {
	if held.IsNull() {
		return "Leave nombre out"
	}
	return "Declare nombre = " + held.String()
}

// heldName says under which name the service holds a vehicle.
func heldName(held types.String) string {
	if held.IsNull() {
		return "without a name"
	}
	return "as " + held.String()
}

// registerFirst says what to do about a vehicle whose plate is not registered. A
// fleet registers its plates, so there it was taken away meanwhile.
func (d declarer) registerFirst(m vehiculoModel) string {
	if d.fleet() {
		return "It vanished after this run registered it or saw it. The next apply registers it again."
	}
	return fmt.Sprintf("Declare the plate and refer to it, so that it is registered first:\n\n  resource \"parking_placa\" \"example\" {\n    placa            = %s\n    tipo_vehiculo_id = 1\n  }\n\n  resource \"parking_vehiculo\" \"example\" {\n    cliente_id = %s\n    placa      = parking_placa.example.placa\n  }\n\n", m.Placa, m.ClienteID)
}

// moreTime says what to do where the time of an operation ran out.
func (d declarer) moreTime() string {
	switch {
	case d.fleet():
		return "Raise timeouts of the fleet, then run again."
	case d.action:
		return "Raise timeouts of the action, then invoke it again."
	}
	return "Raise timeouts of the resource, or lower the parallelism of the run, then run again."
}

// again says how to go on where it is not known what became of something, and where
// the service may still be at work on it.
func (d declarer) again() (unknown, running string) {
	if d.action {
		return "It is not sent again. Look before you invoke the action again.", "look, and only then invoke the action again"
	}
	return "Run again when the service answers.", "run again"
}

// stops says what the next run does with what it finds, under adopt_existing = "never".
func (d declarer) stops() string {
	if d.fleet() {
		return "If it is there by then, the next run does not take it over, since adopt_existing is never."
	}
	return "If it is there by then, the next run stops, since adopt_existing is never, and shows the command that imports it."
}
