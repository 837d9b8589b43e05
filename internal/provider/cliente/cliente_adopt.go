package cliente

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// lookups holds what plans read of clients, by address in lower case.
type lookups = framework.Looks[parking.Cliente]

// preview shows at plan time what creating the client will do if the service already has it, and gives its identifier: what
// refers to it is then planned as it will be. A look that fails is an error, in the plan that Terraform repeats as well:
// there the identifier, if it was known, may not become unknown. replaced is the state of a client that is replaced.
func (r *clienteResource) preview(ctx context.Context, plan, replaced clienteModel, diags *diag.Diagnostics) (id *int64) {
	if r.Client == nil {
		return nil
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	record, err := r.Client.ClienteByEmail(ctx, plan.Email.ValueString(), parking.Creation)
	framework.Shared[lookups](r.Service).Keep(strings.ToLower(plan.Email.ValueString()), record, err)
	switch {
	case err == nil:
		r.mayAdopt(plan, record, diags)
	case !parking.Is(err, parking.NotFound):
		r.task("plan").AddLookError(diags, err)
	case r.Client.Configured("registrar_cliente") != nil:
		diags.AddError("No such client", notRegisteredText)
	case !replaced.ID.IsNull(): // what refers to it is planned before its identifier is known
		r.WarnOnce(numbered(replaced.ID.ValueInt64Pointer())+" will be replaced by a new client", replacedByNewText, diags)
	}
	return record.ID
}

// mayAdopt says what adopting a client does: an error if it may not be adopted, or a warning. It reports whether something is overwritten.
func (r *clienteResource) mayAdopt(plan clienteModel, record parking.Cliente, diags *diag.Diagnostics) (overwrites bool) {
	other, omitted, unknown := plan.compare(record)
	switch {
	case r.Overwrite:
		if names := strings.Join(slices.Concat(other, omitted, unknown), ", "); names != "" {
			diags.AddWarning(numbered(record.ID)+" is overwritten: "+names, overwrittenText)
			return true
		}
	case len(other) > 0:
		diags.AddError("Client already exists and differs",
			fmt.Sprintf(differsText, numbered(record.ID), "other values of", strings.Join(other, ", ")))
	case len(omitted) == 0, plan.Cedula.IsUnknown():
		// Adopting it overwrites nothing. An identity number that is not known yet is compared by the apply.
	case record.Cedula.Value == nil, !plan.Cedula.Same(*record.Cedula.Value):
		// An address proves nothing, since it may be mistyped, and two persons may share a name or a telephone. So fields that the
		// service omits (A4) count as the same only beside an equal identity number: otherwise the next update could overwrite a
		// stranger's data that no plan showed.
		diags.AddError("Client already exists and cannot be compared",
			fmt.Sprintf(differsText, numbered(record.ID), "the service does not show its", strings.Join(omitted, ", ")))
	default:
		diags.AddWarning(numbered(record.ID)+" not fully compared", fmt.Sprintf(notComparedText, strings.Join(omitted, ", ")))
	}
	return false
}

// bring adopts the existing client, or registers it if that is configured, and gives its record. What the plan of this creation
// read is not read again.
func (r *clienteResource) bring(ctx context.Context, plan clienteModel, diags *diag.Diagnostics) (record parking.Cliente) {
	look := func() (parking.Cliente, error) {
		return r.Client.ClienteByEmail(ctx, plan.Email.ValueString(), parking.Creation)
	}
	seen, planned := framework.Shared[lookups](r.Service).Take(strings.ToLower(plan.Email.ValueString()), framework.LookMaxAge)
	if !planned {
		seen.Found, seen.Err = look()
	}
	switch {
	case seen.Err == nil:
		return r.adopt(ctx, plan, seen.Found, planned, diags)
	case !parking.Is(seen.Err, parking.NotFound):
		r.task("create").AddLookError(diags, seen.Err)
		return record
	}
	out, err := r.Client.RegisterCliente(ctx, plan.request())
	switch {
	case parking.Is(err, parking.NoEndpoint):
		diags.AddError("No such client", notRegisteredText)
		return record
	case err == nil && out.Made.ID != nil:
		return out.Made
	case err == nil: // an error would taint the client
		record, err = r.Client.ClienteByEmail(ctx, plan.Email.ValueString(), parking.Nothing)
		if err != nil {
			r.task("read").WarnSaved(diags, err)
		}
		return record
	case framework.IsRefused(err):
		// Another run may have registered the client first.
		held, lookErr := look()
		if lookErr == nil {
			return r.adopt(ctx, plan, held, false, diags)
		}
		err = framework.WithLookError(err, lookErr)
	}
	r.task("create").AddError(diags, err)
	return record
}

// adopt takes an existing client into the state, if it may. planned: the plan gave its warnings.
func (r *clienteResource) adopt(ctx context.Context, plan clienteModel, record parking.Cliente, planned bool,
	diags *diag.Diagnostics) parking.Cliente {
	var said diag.Diagnostics
	overwrites := r.mayAdopt(plan, record, &said)
	if planned {
		said = said.Errors()
	}
	if diags.Append(said...); diags.HasError() {
		return record
	}
	request := plan.request()
	request.ID = types.Int64PointerValue(record.ID).ValueInt64()
	if overwrites {
		if err := r.Client.UpdateCliente(ctx, request); err != nil {
			r.task("create").AddError(diags, err)
			return record
		}
	}
	r.Client.RecordAdoption(ctx, "registrar_cliente", audit.Subject{ClienteID: request.ID})
	return record
}

// numbered names a client by its identifier, at the beginning of a sentence; the rest is personal data.
func numbered(id *int64) string {
	if id == nil {
		return "The client"
	}
	return fmt.Sprintf("Client %d", *id)
}
