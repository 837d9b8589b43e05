package flota

import (
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Two blocks may give one plate a second client, or a second spelling, which the service can never undo. Each looks right by
// itself, so the blocks of a run are compared: whichever is read or planned last warns.

// managedPlates are the plates that blocks of this configuration and its state have, as far as this process read or planned
// them, by bare plate.
type managedPlates struct {
	mu     sync.Mutex
	blocks map[string][]managedPlate
	told   map[clash]bool
}

// managedPlate is what one block has.
type managedPlate struct {
	placa     string
	clienteID int64 // 0 if the block links nothing, or to a client that is not known yet
	planned   bool  // it is not on the service yet, as far as the block knows
	before    int64 // the client of the link that a replacement leaves behind, of which its plan warns by itself
	looked    bool  // what the service has of the plate is known, or a plan said so
}

// clash is what two blocks have of one plate, and should not: two links, or two spellings.
type clash struct{ one, other any }

// link is a plate of a client.
type link struct {
	bare      string
	clienteID int64
}

// clashes are what is wrong with a block if a plan is applied, each told once.
type clashes struct {
	spelled string // how another block writes the plate, if not the same
	cliente int64  // the client for which another block has it, if not the same
}

// note notes what a block has, and compares it with all others, of which something is planned. What was planned and is noted as
// there was created.
func (m *managedPlates) note(block managedPlate) (found clashes) {
	m.mu.Lock()
	defer m.mu.Unlock()
	bare := parking.BarePlaca(block.placa)
	others := slices.DeleteFunc(m.blocks[bare], func(was managedPlate) bool {
		same := was.placa == block.placa && was.clienteID == block.clienteID && (was.planned == block.planned || was.planned)
		if same { // Terraform plans a replacement twice
			block.before, block.looked = max(block.before, was.before), block.looked || was.looked
		}
		return same
	})
	for _, other := range others {
		if !block.planned && !other.planned {
			continue
		}
		if other.placa != block.placa && m.tells(other.placa, block.placa) {
			found.spelled = other.placa
		}
		second := other.clienteID != 0 && block.clienteID != 0 && other.clienteID != block.clienteID
		replaces := other.clienteID == block.before || block.clienteID == other.before
		if second && !replaces && m.tells(link{bare, other.clienteID}, link{bare, block.clienteID}) {
			found.cliente = other.clienteID
		}
	}
	if m.blocks == nil {
		m.blocks = make(map[string][]managedPlate)
	}
	m.blocks[bare] = append(others, block)
	return found
}

// tells reports whether a clash was not told yet.
func (m *managedPlates) tells(one, other any) bool {
	if m.told[clash{one, other}] || m.told[clash{other, one}] {
		return false
	}
	if m.told == nil {
		m.told = make(map[clash]bool)
	}
	m.told[clash{one, other}] = true
	return true
}

// isManaged reports whether what the service has of a plate is the matter of another block.
func isManaged(s *framework.Service, placa string) bool {
	m := framework.Shared[managedPlates](s)
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.blocks[parking.BarePlaca(placa)], func(block managedPlate) bool { return block.looked })
}

// moves reports whether a block plans a plate of a client for another client.
func moves(s *framework.Service, placa string, from int64) bool {
	m := framework.Shared[managedPlates](s)
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(m.blocks[parking.BarePlaca(placa)], func(block managedPlate) bool {
		return block.planned && block.clienteID != 0 && block.clienteID != from
	})
}

// manage notes what a plate or a vehicle of its own has, and warns of a clash.
func manage(s *framework.Service, block managedPlate, diags *diag.Diagnostics) {
	found := framework.Shared[managedPlates](s).note(block)
	if found.cliente != 0 {
		diags.AddWarning(fmt.Sprintf("Vehicle %s gets a second client", block.placa),
			fmt.Sprintf(secondClientText, block.placa, found.cliente, block.clienteID))
	}
	if found.spelled != "" {
		diags.AddWarning(fmt.Sprintf("Plate %s has two spellings", parking.BarePlaca(block.placa)),
			fmt.Sprintf(twoSpellingsText, found.spelled, block.placa))
	}
}

// manageAll notes what a fleet has, and warns once of all clashes of a kind.
func manageAll(s *framework.Service, blocks []managedPlate, diags *diag.Diagnostics) {
	var clients, spellings []string
	for _, block := range blocks {
		found := framework.Shared[managedPlates](s).note(block)
		if found.cliente != 0 {
			clients = append(clients, fmt.Sprintf("%s: %d and %d", block.placa, found.cliente, block.clienteID))
		}
		if found.spelled != "" {
			spellings = append(spellings, fmt.Sprintf("%s and %s", found.spelled, block.placa))
		}
	}
	if n := len(clients); n > 0 {
		diags.AddAttributeWarning(path.Root("vehiculos"), fmt.Sprintf("Vehicles get a second client (%d)", n),
			fmt.Sprintf(secondClientsText, linesOf(clients)))
	}
	if n := len(spellings); n > 0 {
		diags.AddAttributeWarning(path.Root("vehiculos"), fmt.Sprintf("Plates have two spellings (%d)", n),
			fmt.Sprintf(manySpellingsText, linesOf(spellings)))
	}
}

// manage notes what the state of a fleet has.
func (m flotaModel) manage(s *framework.Service, diags *diag.Diagnostics) {
	var blocks []managedPlate
	for _, placa := range plates(m.ids()) {
		blocks = append(blocks, managedPlate{placa: placa, clienteID: m.ClienteID.ValueInt64(), looked: true})
	}
	manageAll(s, blocks, diags)
}

// left notes plates of a block that is destroyed. The plan told what becomes of its links.
func left(s *framework.Service, placas ...string) {
	for _, placa := range placas {
		framework.Shared[managedPlates](s).note(managedPlate{placa: placa, looked: true})
	}
}
