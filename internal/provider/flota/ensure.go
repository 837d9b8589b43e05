package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// known is what a fleet's state knows of an entry; nothing of one that is created.
type known struct {
	registered bool        // the fleet registered or adopted the plate
	id         types.Int64 // of the linked vehicle
	notListed  bool        // the service accepted the link in an earlier run, and did not list it then
	held       *entry      // what the service holds of the linked vehicle; nil if reads must tell
}

// done is what became of an entry.
type done struct {
	plate      *parking.Placa // as the service holds it, if that was read
	registered bool           // the plate is registered or adopted
	link       parking.Vehiculo
	linked     bool  // link is what the service holds
	notListed  bool  // the service accepted the link, and does not list it yet
	unread     error // why it is not known then
	found      []finding
}

// ensure has the service hold an entry as declared: it registers, adopts or updates the plate, then links it or adopts the link.
// What is found ends with the reason why the entry is not in place, if it is not.
func ensure(ctx context.Context, s *framework.Service, e entry, k known) done {
	d := done{registered: k.registered, notListed: k.notListed}
	adopted := false
	if e.registers {
		if adopted = ensurePlate(ctx, s, e, k, &d); stopped(d.found) != nil {
			return d
		}
		d.registered = true
	}
	if e.links() && ensureLink(ctx, s, e, k, &d) && adopted {
		d.found = d.found[1:] // whoever adopts the vehicle has its plate
	}
	return d
}

func (d *done) say(f finding) { d.found = append(d.found, f) }

// ensurePlate has the service hold the plate. adopted: it was there, as it is declared, and that was said.
//
// The service refuses to register a plate that exists (A15). So a plate that the plan of this creation did not see is registered,
// and read if that is refused. Only a look of the plan shows another spelling, which the service may take for another plate.
func ensurePlate(ctx context.Context, s *framework.Service, e entry, k known, d *done) (adopted bool) {
	task := e.plateTask("create")
	unlock, err := s.Client.Turn(ctx, "plate "+parking.BarePlaca(e.placa))
	if err != nil {
		d.say(failed(task, err))
		return false
	}
	defer unlock()
	if k.registered {
		_, verb, err := updatePlate(ctx, s, e, k.held)
		if err == nil {
			return false
		}
		if !parking.Is(err, parking.NotFound) {
			d.say(failed(e.plateTask(verb), err))
			return false
		}
	}
	seen, planned := framework.Shared[plateLooks](s).Take(e.placa, plateLookMaxAge)
	if planned = planned && seen.Err == nil; !planned {
		made, err := s.Client.RegisterPlaca(ctx, e.request(e.placa))
		switch {
		case err == nil && made.Lost == nil:
			return false
		case err == nil && len(e.differences(made.Made)) == 0:
			d.plate = &made.Made
			return false
		case err == nil:
			seen.Found = made.Made
		case framework.IsRefused(err):
			held, lookErr := s.Client.Placa(ctx, e.placa, parking.Creation)
			if lookErr != nil {
				d.say(failed(task, framework.WithLookError(err, lookErr)))
				return false
			}
			seen.Found = held
		default:
			d.say(failed(task, err))
			return false
		}
	}
	return adoptPlate(ctx, s, e, seen.Found, planned, d)
}

// updatePlate updates a plate to what is declared, unless the service holds that already: held, or what a read shows. Most are
// as they were, and a read costs no more than the update. verb says what failed.
func updatePlate(ctx context.Context, s *framework.Service, e entry, held *entry) (updated bool, verb string, err error) {
	same := held != nil && held.request(e.placa) == e.request(e.placa)
	if held == nil {
		read, err := s.Client.Placa(ctx, e.placa, parking.Creation)
		if err != nil {
			return false, "read", err
		}
		same = len(e.differences(read)) == 0
	}
	if same {
		return false, "", nil
	}
	return true, "update", s.Client.UpdatePlaca(ctx, e.request(e.placa))
}

// adoptPlate adopts a plate that exists, if it may. planned: the plan said what that does.
func adoptPlate(ctx context.Context, s *framework.Service, e entry, record parking.Placa, planned bool, d *done) (adopted bool) {
	values, why := e.compare(record, s.Overwrite)
	if why != nil {
		d.say(*why)
		return false
	}
	said := finding{one: "Existing plate adopted", is: fmt.Sprintf(plateAdoptedText, e.placa)}
	if values != "" {
		if err := s.Client.UpdatePlaca(ctx, e.request(e.placa)); err != nil {
			d.say(failed(e.plateTask("update"), err))
			return false
		}
		said = finding{one: "Existing plate adopted and updated", is: fmt.Sprintf(plateUpdatedText, e.placa, values)}
	}
	d.plate = &record
	s.Client.RecordAdoption(ctx, "registrar_placa", audit.Subject{Placa: e.placa})
	if planned {
		return false
	}
	said.many = said.one
	d.say(said)
	return values == ""
}

// ensureLink has the service hold the link. adopted: it was there. The service may accept a second link of a plate, which could
// never be deleted. So what it lists is read first.
func ensureLink(ctx context.Context, s *framework.Service, e entry, k known, d *done) (adopted bool) {
	if k.notListed || k.id.ValueInt64() != 0 {
		checkLink(ctx, s, e, k, d)
		return false
	}
	clienteID, task := e.clienteID.ValueInt64(), e.linkTask("create")
	unlock, err := s.Client.Turn(ctx, e.subject())
	if err != nil {
		d.say(failed(task, err))
		return false
	}
	defer unlock()
	existing, there, err := s.Client.LookForVehiculo(ctx, clienteID, e.placa)
	switch {
	case err != nil:
		d.say(lookFailed(e.lookTask("create", err), err))
		return false
	case there:
		return adoptLink(ctx, s, e, existing, d)
	}
	created, err := s.Client.RegisterVehiculo(ctx, parking.VehiculoRequest{ClienteID: clienteID, Placa: e.placa, Nombre: e.nombre.ValueString()})
	switch {
	case err == nil:
		d.link, d.linked = created, true
		if otherName(e, created) {
			held := keepNombre(created.Nombre, e.nombre)
			d.say(finding{one: "Vehicle created under another name", many: "Vehicle created under another name",
				is: fmt.Sprintf(createdUnderOtherText, created.ID, e.placa, e.clienteID, orNull(held), orNull(e.nombre), keepNombreText(held))})
		}
	case parking.Is(err, parking.Unexpected):
		d.notListed, d.unread = true, err
	case framework.IsRefused(err):
		return refusedLink(ctx, s, e, err, d)
	default:
		d.say(failed(task, err))
	}
	return false
}

// adoptLink adopts a link that exists. It writes nothing, since the service cannot change a vehicle.
func adoptLink(ctx context.Context, s *framework.Service, e entry, existing parking.Vehiculo, d *done) (adopted bool) {
	if otherName(e, existing) {
		d.say(namedOtherwise(e, existing))
		return false
	}
	d.link, d.linked = existing, true
	s.Client.RecordAdoption(ctx, "registrar_vehiculo",
		audit.Subject{Placa: e.placa, ClienteID: e.clienteID.ValueInt64(), VehiculoID: existing.ID})
	if _, planned := framework.Shared[linkLooks](s).Take(e.subject(), plateLookMaxAge); !planned {
		d.say(finding{one: "Existing vehicle adopted", many: "Existing vehicle adopted",
			is: fmt.Sprintf(vehicleAdoptedText, e.placa, e.clienteID, existing.ID) + spelledOnService(e, existing)})
	}
	return true
}

// refusedLink says why a link was refused: the plate is not registered, another run was faster, or the reason that the service gives.
func refusedLink(ctx context.Context, s *framework.Service, e entry, refusedWith error, d *done) (adopted bool) {
	switch record, err := s.Client.Placa(ctx, e.placa, parking.Creation); {
	case parking.Is(err, parking.NotFound):
		d.say(refused("placa", "Plate not registered", fmt.Sprintf(plateNotRegisteredText, e.placa),
			fmt.Sprintf(registerFirstText, framework.Sentence(refusedWith))))
		return false
	case err == nil && record.Placa != e.placa:
		d.say(spelledOtherwise(e, record.Placa))
		return false
	}
	existing, there, err := s.Client.FindVehiculo(ctx, e.clienteID.ValueInt64(), e.placa, 0)
	if err == nil && there {
		return adoptLink(ctx, s, e, existing, d)
	}
	d.say(failed(e.linkTask("create"), framework.WithLookError(refusedWith, err)))
	return false
}

// checkLink looks a link up if its identifier or its name is not known. It cannot be changed, and is not created again.
func checkLink(ctx context.Context, s *framework.Service, e entry, k known, d *done) {
	clienteID := e.clienteID.ValueInt64()
	if !k.notListed && (e.nombre.IsUnknown() || k.held != nil && sameNombre(e.nombre, k.held.nombre)) {
		return
	}
	held, there, err := s.Client.FindVehiculo(ctx, clienteID, e.placa, k.id.ValueInt64())
	if k.notListed && !there { // the filter may match nothing
		held, there, err = s.Client.LookForVehiculo(ctx, clienteID, e.placa)
	}
	switch {
	case err != nil && !parking.Is(err, parking.NotFound):
		d.say(failed(e.linkTask("read"), err))
	case there:
		d.link, d.linked, d.notListed = held, true, false
		if why := renamed(e, keepNombre(held.Nombre, e.nombre)); why != nil {
			d.say(*why)
		}
	case k.notListed:
		d.say(refused("placa", notListedYet, notListedYetText, notLinkedAgainText))
	}
}
