package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// closing is the closing of a sanction. next says what another try does if the outcome is unknown.
func closing(id types.Int64, by, next string) framework.Task {
	return framework.Task{By: by, Verb: "close", Noun: "sanction", Name: id.String(),
		Attributes: []string{"sancion_id", "observaciones"}, Next: next}
}

// turn waits until no other block or action closes or pays the sanction. end is nil, with an error in diags, if the
// time of the task is over before that.
func turn(ctx context.Context, s *framework.Service, id types.Int64, task framework.Task, diags *diag.Diagnostics) (end func()) {
	end, err := s.Client.Turn(ctx, fmt.Sprintf("sanction %s", id))
	if err != nil {
		diags.AddError(fmt.Sprintf("Unable to %s %s", task.Verb, task.Noun),
			fmt.Sprintf(noTurnText, task.Verb, task.Noun, task.Name, id, task.NeverSent(err)))
	}
	return end
}

// closeSancion closes a sanction, which changes nothing if it is closed. otherRemarks: the service keeps other remarks
// than these, because it was closed before. The record is what the service returned, if anything.
func closeSancion(ctx context.Context, s *framework.Service, id types.Int64, observaciones types.String, task framework.Task,
	diags *diag.Diagnostics) (record parking.Sancion, otherRemarks bool) {
	record, err := s.Client.CloseSancion(ctx, id.ValueInt64(), observaciones.ValueString())
	switch {
	case noSuch(id, err, diags):
		return record, false
	case err != nil:
		task.AddError(diags, err)
		return record, false
	}
	kept := types.StringPointerValue(record.Observaciones.Value).ValueString()
	return record, record.Observaciones.Sent && !observaciones.IsNull() && !framework.SameText(kept, observaciones.ValueString())
}

// noSuch reports whether err says that the sanction does not exist, and adds that as an error.
func noSuch(id types.Int64, err error, diags *diag.Diagnostics) bool {
	if !parking.Is(err, parking.NotFound) || parking.OutcomeOf(err) >= parking.Unknown {
		return false
	}
	diags.AddAttributeError(path.Root("sancion_id"), "No such sanction", fmt.Sprintf(noSuchText, id, framework.Sentence(err)))
	return true
}

// findSancion reads a sanction from the list of sanctions. NoEndpoint: the path of the
// list is not configured; NotFound: the list does not show the sanction.
func findSancion(ctx context.Context, s *framework.Service, id types.Int64) (parking.Sancion, error) {
	list, err := s.Client.Sanciones(ctx, nil)
	for _, record := range list {
		if record.ID == id.ValueInt64() {
			return record, nil
		}
	}
	if err == nil {
		err = &parking.Error{Kind: parking.NotFound, Outcome: parking.Refused}
	}
	return parking.Sancion{}, err
}
