package flota

import (
	"context"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// ensure has the service hold an entry as declared: it registers, adopts or updates the plate, then links it or adopts the link.
// What it finds is in found, with the reason why the entry is not in place, if it is not.
func (t *task) ensure(ctx context.Context, s *framework.Service) {
	if t.registers {
		t.ensurePlate(ctx, s)
	}
	if t.links() && !stopped(t.found) {
		t.ensureLink(ctx, s)
	}
}

// ensurePlate has the service hold the plate. The service refuses to register one that exists (A15). So a plate that the plan of
// this creation did not find is registered, and read if that is refused. Only a look of the plan shows another spelling, which the
// service may take for another plate.
func (t *task) ensurePlate(ctx context.Context, s *framework.Service) {
	unlock, err := s.Client.Turn(ctx, "plate "+parking.BarePlaca(t.placa))
	if err != nil {
		t.add(failed(t.plateTask("create"), err))
		return
	}
	defer unlock()
	request := t.request(t.placa)
	if !t.isNew() {
		if t.before != nil && t.before.plateValues == t.plateValues {
			return
		}
		if err := s.Client.UpdatePlaca(ctx, request); !parking.Is(err, parking.NotFound) {
			if err != nil {
				t.add(failed(t.plateTask("update"), err))
			}
			return
		}
	}
	if other := s.Client.RegisteredAs(t.placa); other != "" && other != t.placa { // by another block
		t.add(spelledOtherwise(other))
		return
	}
	if seen, planned := framework.Shared[plateLooks](s).Take(t.placa, plateLookMaxAge); planned && seen.Err == nil {
		t.adoptPlate(ctx, s, seen.Found, true)
		return
	}
	made, err := s.Client.RegisterPlaca(ctx, request)
	held, there := made.Made, err == nil && made.Lost != nil && len(t.differences(made.Made)) > 0
	if framework.IsRefused(err) {
		var lookErr error
		held, lookErr = s.Client.Placa(ctx, t.placa, parking.Creation)
		there, err = lookErr == nil, framework.WithLookError(err, lookErr)
	}
	switch {
	case there:
		t.adoptPlate(ctx, s, held, false)
	case err != nil:
		t.add(failed(t.plateTask("create"), err))
	}
}

// adoptPlate adopts a plate that exists, if it may. planned: the plan said what that does.
func (t *task) adoptPlate(ctx context.Context, s *framework.Service, held parking.Placa, planned bool) {
	values, why := t.compare(held, s.Overwrite)
	if why != nil {
		t.add(*why)
		return
	}
	said := finding{what: "Existing plate adopted", is: asDeclaredText, item: t.placa, then: framework.CheckOwner}
	if values != "" {
		if err := s.Client.UpdatePlaca(ctx, t.request(t.placa)); err != nil {
			t.add(failed(t.plateTask("update"), err))
			return
		}
		said = overwritten("Existing plate adopted and updated", t.entry, values)
	}
	t.plate = &held
	s.Client.RecordAdoption(ctx, "registrar_placa", audit.Subject{Placa: t.placa})
	if !planned {
		t.add(said)
	}
}

// ensureLink has the service hold the link. The service may accept a second link of a plate, which could never be deleted. So what it
// lists is read first.
func (t *task) ensureLink(ctx context.Context, s *framework.Service) {
	if !t.id.IsNull() {
		if why := t.renamed(ctx, s); why != nil {
			t.add(*why)
		}
		return
	}
	unlock, err := s.Client.Turn(ctx, t.subject())
	if err != nil {
		t.add(failed(t.linkTask("create"), err))
		return
	}
	defer unlock()
	clienteID := t.clienteID.ValueInt64()
	existing, there, err := s.Client.LookForVehiculo(ctx, clienteID, t.placa)
	switch {
	case err != nil:
		t.add(t.linkUnknown("create", err))
		return
	case there:
		t.adoptLink(ctx, s, existing)
		return
	case t.accepted:
		t.add(refused("placa", "Vehicle not listed yet", unlistedText, ""))
		return
	}
	if why := t.oddName(); why != nil { // the plan did not know it
		t.add(*why)
		return
	}
	request := parking.VehiculoRequest{ClienteID: clienteID, Placa: t.placa, Nombre: t.nombre.ValueString()}
	created, err := s.Client.RegisterVehiculo(ctx, request)
	switch {
	case err == nil:
		t.link = &created
	case parking.Is(err, parking.Unexpected):
		t.unread = err
		t.add(refused("placa", "Vehicle not listed yet", unlistedText, framework.Sentence(err)))
	case framework.IsRefused(err):
		t.refusedLink(ctx, s, err)
	default:
		t.add(failed(t.linkTask("create"), err))
	}
}

// adoptLink adopts a link that exists, if it may. It writes nothing, since the service cannot change a vehicle. What the service
// accepted in an earlier run is this block's own.
func (t *task) adoptLink(ctx context.Context, s *framework.Service, existing parking.Vehiculo) {
	if why := t.otherName(existing); why != nil && !t.accepted {
		t.add(*why)
		return
	}
	t.link = &existing
	if t.accepted {
		return
	}
	s.Client.RecordAdoption(ctx, "registrar_vehiculo",
		audit.Subject{Placa: t.placa, ClienteID: t.clienteID.ValueInt64(), VehiculoID: existing.ID})
	if _, planned := framework.Shared[linkLooks](s).Take(t.subject(), plateLookMaxAge); !planned {
		t.add(finding{what: "Existing vehicle adopted", is: linkedAsDeclaredText, item: t.linkItem(existing), then: framework.CheckOwner})
	}
}

// refusedLink adopts a link that another run made meanwhile, or says why it was refused: its plate is not registered, or the service's own
// reason.
func (t *task) refusedLink(ctx context.Context, s *framework.Service, refusal error) {
	if _, err := s.Client.Placa(ctx, t.placa, parking.Creation); parking.Is(err, parking.NotFound) {
		then := registerFirstText
		if t.registers {
			then = framework.RunAgain
		}
		t.add(refused("placa", "Plate not registered", "The plate is not registered, so it cannot be linked.",
			then+"\n\n"+framework.Sentence(refusal)))
		return
	}
	existing, there, err := s.Client.FindVehiculo(ctx, t.clienteID.ValueInt64(), t.placa)
	if err == nil && there {
		t.adoptLink(ctx, s, existing)
		return
	}
	t.add(failed(t.linkTask("create"), framework.WithLookError(refusal, err)))
}
