package flota

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// task is an entry to put in place: what is declared of it, what the state knows, and what became of it or, in a plan, what is found of it.
type task struct {
	entry

	before   *entry      // as the state has it; nil if this block is yet to create it
	id       types.Int64 // of the linked vehicle that the state has
	accepted bool        // the service accepted the link in an earlier run, and did not list it then

	plate  *parking.Placa // as the service holds it, if that was read
	link   *parking.Vehiculo
	unread error // why the link is not known, although the service accepted it now
	found  []finding
}

// tasks are those of one block, by plate.
type tasks map[string]*task

func (t *task) add(f finding) { t.found = append(t.found, f) }

// isNew reports whether the link, or the plate of a block without one, is looked for before it is created.
func (t *task) isNew() bool { return t.before == nil && !t.accepted }

// unlisted reports whether the service accepted the link and does not list it yet. To link it again would make a second link.
func (t *task) unlisted() bool { return t.link == nil && (t.accepted || t.unread != nil) }

// renamed is why the name of a linked vehicle cannot change, or nil. It is compared with the one that the service shows, if it shows
// one: the state may have what was declared before.
func (t *task) renamed(ctx context.Context, s *framework.Service) *finding {
	if t.before == nil || t.nombre.IsUnknown() || sameNombre(t.nombre, t.before.nombre) {
		return nil
	}
	held := t.before.nombre
	if shown, err := readLink(ctx, s, t.clienteID.ValueInt64(), t.placa, t.id.ValueInt64()); err == nil {
		held = framework.KeepString(shown.Nombre, held)
	}
	if held.IsUnknown() || sameNombre(t.nombre, held) {
		return nil
	}
	return t.refuseName("A vehicle cannot be renamed", "the vehicle", held)
}

// preview finds out for a plan what will become of tasks. Once more than most of them are refused without a look, it looks up
// nothing: thousands of looks would delay the error. While something is applied, only what is refused is said: the creation follows, and
// the user has seen the rest. Without plan_lookups, one warning a run says that plates are not looked up.
func (ts tasks) preview(ctx context.Context, s *framework.Service, most int, diags *diag.Diagnostics) {
	again := framework.IsWhileApplying(ctx)
	ts.refuseTipos(ctx, s)
	for _, t := range ts {
		if why := t.renamed(ctx, s); why != nil {
			t.add(*why)
		}
	}
	if len(ts.found().at(refusal)) > most {
		return
	}
	looks := maps.Clone(ts)
	maps.DeleteFunc(looks, func(placa string, t *task) bool { return !t.isNew() || placa == "" || stopped(t.found) })
	if len(looks) > 0 && !s.PlanLookups {
		s.WarnOnce("Plates not looked up", noLooksText, diags)
	}
	looks.expect(ctx, s)
	looks.each(s, func(t *task) {
		t.found = append(t.found, judge(t.entry, lookFor(ctx, s, t.entry), s.Overwrite)...)
		t.found = slices.DeleteFunc(t.found, func(f finding) bool { return again && f.level == note })
	})
}

// previewOne is preview for a block of one entry.
func (t *task) previewOne(ctx context.Context, s *framework.Service, declared framework.Timed, diags *diag.Diagnostics) {
	if s.Client == nil {
		return
	}
	ctx, cancel := framework.Within(ctx, declared.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	tasks{t.placa: t}.preview(ctx, s, 0, diags)
	t.say(s, t.found, diags)
}

// found is what is found of all tasks.
func (ts tasks) found() byPlate {
	out := make(byPlate, len(ts))
	for placa, t := range ts {
		out[placa] = t.found
	}
	return out
}

// expect announces the looks for links. If their reads fail, each task looks for itself, and reports why.
func (ts tasks) expect(ctx context.Context, s *framework.Service) {
	looks := make(map[string]int64)
	var clienteID int64
	for placa, t := range ts {
		if t.links() && !t.clienteID.IsUnknown() && t.isNew() {
			looks[placa], clienteID = 0, t.clienteID.ValueInt64()
		}
	}
	if len(looks) > 1 {
		_ = s.Client.Expect(ctx, clienteID, looks)
	}
}

// each works on tasks in the order of their plates.
func (ts tasks) each(s *framework.Service, work func(*task)) {
	forEach(s, plates(ts), func(placa string) { work(ts[placa]) })
}

// forEach works on plates in their order, and on no more at once than requests may be in flight. With more, every plate would
// be registered before the first link, since the client serves requests in their order, and each that waits holds memory.
func forEach(s *framework.Service, placas []string, work func(placa string)) {
	var group errgroup.Group
	group.SetLimit(s.Client.MaxConcurrency())
	for _, placa := range placas {
		group.Go(func() error {
			work(placa)
			return nil
		})
	}
	_ = group.Wait()
}

// refuseTipos refuses tasks that would send a vehicle type that the service does not list. If its list cannot be read, nothing is
// checked. A type that the state has already is not checked, since the service may have dropped it.
func (ts tasks) refuseTipos(ctx context.Context, s *framework.Service) {
	listed := sync.OnceValue(func() map[int64]string {
		names := make(map[int64]string)
		tipos, _ := s.Client.TiposVehiculo(parking.LookUp(ctx))
		for _, tipo := range tipos {
			names[tipo.ID] = fmt.Sprintf("%d %s", tipo.ID, orNull(types.StringPointerValue(tipo.Nombre)))
		}
		return names
	})
	for _, t := range ts {
		if t.TipoVehiculoID.IsUnknown() || t.before != nil && t.TipoVehiculoID.Equal(t.before.TipoVehiculoID) {
			continue
		}
		if _, in := listed()[t.TipoVehiculoID.ValueInt64()]; !in && len(listed()) > 0 {
			t.add(refused("tipo_vehiculo_id", "Vehicle type not found",
				fmt.Sprintf(noSuchTypeText, t.TipoVehiculoID, strings.Join(slices.Sorted(maps.Values(listed())), ", ")),
				framework.CorrectIt+" A plate that is already registered with it can be imported."))
		}
	}
}
