package flota

import (
	"context"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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

// noPlate reports whether the plate is not there, as far as a read can tell. Its registration tells for certain.
func (h look) noPlate() bool {
	return parking.Is(h.plateErr, parking.NotFound) || parking.DeniesOne(h.plateErr)
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
