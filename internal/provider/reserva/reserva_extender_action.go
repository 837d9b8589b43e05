package reserva

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type reservaExtenderModel struct {
	ReservaID types.Int64    `tfsdk:"reserva_id"`
	Minutos   types.Int64    `tfsdk:"minutos"`
	Timeouts  timeouts.Value `tfsdk:"timeouts"`
}

func (m reservaExtenderModel) task() framework.Task {
	return framework.Task{By: framework.ByAction, Verb: "book", Noun: "extension",
		Name: fmt.Sprintf(extensionNameText, m.ReservaID, m.Minutos),
		Deed: extendDeed, Done: fmt.Sprintf("%s by %s minutes", m.ReservaID, m.Minutos),
		Check:      fmt.Sprintf(extenderCheckText, m.ReservaID),
		Next:       fmt.Sprintf(extenderNextText, m.Minutos),
		Attributes: []string{"reserva_id", "minutos"}}
}

var reservaExtender = framework.Act("reserva_extender", schema.Schema{
	MarkdownDescription: extenderDoc + framework.OnlyTerraform + extenderResourceDoc,
	Attributes: map[string]schema.Attribute{
		"reserva_id": framework.IdentifierAttribute("Identifier of the reservation, for example `parking_reserva.….id`."),
		"minutos": schema.Int64Attribute{
			MarkdownDescription: extenderMinutosDoc,
			Required:            true,
			Validators:          []validator.Int64{minutosValidator{}},
		},
	},
}, nil, invokeReservaExtender)

func invokeReservaExtender(ctx context.Context, s *framework.Service, config reservaExtenderModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id, minutos := config.ReservaID.ValueInt64(), config.Minutos.ValueInt64()
	say("Extending reservation %d by %d minutes.", id, minutos)
	done, err := s.Client.ExtendReserva(ctx, id, minutos, nil)
	switch {
	case err == nil && done.Other != 0:
		diags.AddWarning("Extension answered with another reservation",
			fmt.Sprintf(extendedAsOtherText, config.ReservaID, config.Minutos, done.Other))
	case err == nil:
		say("Reservation %d was extended by %d minutes.", id, minutos)
	case framework.NoSuch(diags, "reserva_id", "reservation", "parking_reservas", config.ReservaID, err):
	default:
		task := config.task()
		if parking.OutcomeOf(err) == parking.Refused {
			task.Refused = fmt.Sprintf(notExtendedText, config.ReservaID)
		}
		task.AddError(diags, err)
	}
}
