package zonafavorita

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// A favourite that a block adopted may be in the state of another block too, which was to move it and failed, was killed or was
// not a target. If both moved it whenever it is at the other's place, no apply would be the last. So a block leaves an adopted
// favourite where somebody else moved it, and saves one of its own.

// adoptedKey holds the place of a favourite that this block did not save itself, or an empty text if the refresh found it in
// place of the block's own.
const adoptedKey = "adopted"

// noteAdoption notes that the favourite of m was adopted, or was not.
func (m zonaFavoritaModel) noteAdoption(ctx context.Context, adopted bool, private framework.PrivateWriter, diags *diag.Diagnostics) {
	if adopted {
		framework.SetPrivate(ctx, private, adoptedKey, m.place(), diags)
	} else {
		framework.ClearPrivate(ctx, private, adoptedKey, diags)
	}
}

// noteFound notes that the refresh of a state found another favourite in place of its own, or that one again.
func (m zonaFavoritaModel) noteFound(ctx context.Context, record parking.ZonaFavorita, private framework.PrivateState,
	diags *diag.Diagnostics) {
	found := m
	found.refresh(record)
	switch {
	case m.ID.IsNull():
	case !found.ID.Equal(m.ID):
		framework.SetPrivate(ctx, private, adoptedKey, "", diags)
	case framework.HasPrivate(ctx, private, adoptedKey) && framework.ReadPrivate[string](ctx, private, adoptedKey) == "":
		found.noteAdoption(ctx, true, private, diags)
	}
}

// movedAway reports whether somebody else moved the favourite that this block adopted.
func (m zonaFavoritaModel) movedAway(ctx context.Context, private framework.PrivateReader) bool {
	return framework.HasPrivate(ctx, private, adoptedKey) && framework.ReadPrivate[string](ctx, private, adoptedKey) != m.place()
}
