package cliente

import (
	"context"
	"crypto/sha256"
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

func addressOf(email types.String) string { return strings.ToLower(email.ValueString()) }

// turn waits until no other block of this process reads a client to create it, or writes it. The name of the lock, which
// an error may show, is not the address.
func (r *clienteResource) turn(ctx context.Context, email types.String) (unlock func(), err error) {
	return r.Client.Turn(ctx, fmt.Sprintf("client %x", sha256.Sum256([]byte(addressOf(email)))))
}

// preview shows at plan time what creating the client will do if the service already has it, and gives its identifier: what
// refers to it is then planned as it will be. A look that fails is an error, in the plan that Terraform repeats as well:
// there the identifier, if it was known, may not become unknown. replaced is the state of a client that is replaced.
func (r *clienteResource) preview(ctx context.Context, plan, replaced clienteModel, diags *diag.Diagnostics) (id *int64) {
	if r.Client == nil {
		return nil
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	unlock, err := r.turn(ctx, plan.Email)
	var record parking.Cliente
	if err == nil {
		record, err = r.Client.ClienteByEmail(ctx, plan.Email.ValueString())
		framework.Shared[lookups](r.Service).Keep(addressOf(plan.Email), record, err)
		unlock()
	}
	switch {
	case err == nil:
		if overwritten := r.mayAdopt(plan, record, diags); len(overwritten) > 0 {
			diags.AddWarning("Existing client will be overwritten",
				fmt.Sprintf(clientOverwrittenText, numbered(record), strings.Join(overwritten, ", ")))
		}
	case !parking.Is(err, parking.NotFound):
		r.task("plan").AddLookError(diags, err)
	case r.Client.ClienteRegistrable() != nil:
		diags.AddError("No such client", clientNotRegisteredText)
	case !replaced.ID.IsNull(): // what refers to it is planned before its identifier is known
		old := numbered(parking.Cliente{ID: replaced.ID.ValueInt64Pointer()})
		r.WarnOnce(old+" will be replaced by a new client", replacedByNewText, diags)
	}
	return record.ID
}

// lookFor gives what the plan of this creation read, or reads it. planned: it told the user of what it saw.
func (r *clienteResource) lookFor(ctx context.Context, plan clienteModel) (record parking.Cliente, planned bool, err error) {
	if seen, planned := framework.Shared[lookups](r.Service).Take(addressOf(plan.Email), framework.LookMaxAge); planned {
		return seen.Found, true, seen.Err
	}
	record, err = r.Client.ClienteByEmail(ctx, plan.Email.ValueString())
	return record, false, err
}

// mayAdopt adds an error if a client may not be adopted, and names the attributes that adopting it
// overwrites.
func (r *clienteResource) mayAdopt(plan clienteModel, record parking.Cliente, diags *diag.Diagnostics) (overwritten []string) {
	found, client := plan.compare(record), numbered(record)
	switch {
	case r.Overwrite:
		return slices.Concat(found.other, found.omitted, found.unknown)
	case len(found.other) > 0:
		diags.AddError("Client already exists and differs",
			fmt.Sprintf(clientDiffersText, client, strings.Join(found.other, ", "), clientHowToImportText))
	case len(found.omitted) == 0, plan.Cedula.IsUnknown():
		// Adopting it overwrites nothing. An identity number that is not known yet is compared by the apply.
	case !plan.samePerson(record):
		diags.AddError("Client already exists and cannot be compared",
			fmt.Sprintf(clientNotComparableText, client, strings.Join(found.omitted, ", "), clientHowToImportText))
	default:
		diags.AddWarning("Existing client not fully compared",
			fmt.Sprintf(clientNotComparedText, client, strings.Join(found.omitted, ", ")))
	}
	return nil
}

// bring adopts the existing client, or registers it if that is configured, and gives its record.
// known is false if the record was not read or is not as declared.
func (r *clienteResource) bring(ctx context.Context, plan clienteModel, diags *diag.Diagnostics) (record parking.Cliente, known bool) {
	record, planned, err := r.lookFor(ctx, plan)
	switch {
	case err == nil:
		return r.adopt(ctx, plan, record, planned, diags)
	case !parking.Is(err, parking.NotFound):
		r.task("create").AddLookError(diags, err)
		return record, false
	case !plan.ID.IsUnknown():
		diags.AddError(clientChanged, fmt.Sprintf(clientChangedText, plan.ID, "no client"))
		return record, false
	}
	out, err := r.Client.RegisterCliente(ctx, plan.request())
	switch {
	case parking.Is(err, parking.NoEndpoint):
		diags.AddError("No such client", clientNotRegisteredText)
		return record, false
	case err == nil && out.Lost == nil:
		return r.readBack(ctx, plan, plan.Email.ValueString(), out.Made, diags)
	case err == nil:
		// It was not there before this registration, so a record that shows no other value is its work.
		if len(plan.compare(out.Made).other) == 0 {
			return out.Made, true
		}
		return r.adopt(ctx, plan, out.Made, false, diags)
	case framework.MayBeThere(err):
		// Another run may have registered the client first.
		held, lookErr := r.Client.ClienteByEmail(ctx, plan.Email.ValueString())
		if lookErr == nil {
			return r.adopt(ctx, plan, held, false, diags)
		}
		err = framework.WithLookError(err, lookErr)
	}
	r.task("create").AddError(diags, err)
	return record, false
}

// adopt takes an existing client into the state, if it may. planned: the plan gave its warnings.
func (r *clienteResource) adopt(ctx context.Context, plan clienteModel, record parking.Cliente, planned bool,
	diags *diag.Diagnostics) (read parking.Cliente, known bool) {
	if !plan.ID.IsUnknown() && record.ID != nil && *record.ID != plan.ID.ValueInt64() {
		diags.AddError(clientChanged, fmt.Sprintf(clientChangedText, plan.ID, fmt.Sprintf("client %d", *record.ID)))
		return record, false
	}
	var said diag.Diagnostics
	overwritten := r.mayAdopt(plan, record, &said)
	if planned {
		said = said.Errors()
	}
	diags.Append(said...)
	if said.HasError() {
		return record, true
	}
	request := plan.request()
	request.ID = types.Int64PointerValue(record.ID).ValueInt64()
	if len(overwritten) > 0 {
		if err := r.Client.UpdateCliente(ctx, request); err != nil {
			r.task("create").AddError(diags, err)
			return record, false
		}
	}
	r.Client.RecordAdoption(ctx, "registrar_cliente", audit.Subject{ClienteID: request.ID})
	if len(overwritten) == 0 {
		return record, true
	}
	if !planned {
		diags.AddWarning("Existing client updated", fmt.Sprintf(clientUpdatedText, numbered(record), strings.Join(overwritten, ", ")))
	}
	return r.readBack(ctx, plan, plan.Email.ValueString(), record, diags)
}
