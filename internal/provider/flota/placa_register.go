package flota

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

func placaTask(s *framework.Service, verb string, m placaModel) framework.Task {
	return framework.Task{Verb: verb, Noun: "plate", Never: s.Adopt == framework.AdoptNever, Name: fmt.Sprintf("%q", m.Placa.ValueString()),
		Check:      "GET /external/placa/" + url.PathEscape(m.Placa.ValueString()),
		Attributes: []string{"placa", "tipo_vehiculo_id", "electrico", "minusvalido"},
		Values:     map[string]string{"tipo_vehiculo_id": m.TipoVehiculoID.String()}}
}

// registerPlaca registers a plate, or adopts an existing one. record is what the service holds, or
// nil if that was not read: the answer to a registration is only a message.
func registerPlaca(ctx context.Context, s *framework.Service, plan placaModel, diags *diag.Diagnostics) (record *parking.Placa) {
	// The plan could not check a plate that was still unknown.
	if err := parking.CheckPlaca(plan.Placa.ValueString()); err != nil {
		diags.AddAttributeError(path.Root("placa"), "Invalid license plate", fmt.Sprintf(invalidPlateText, plan.Placa, err))
		return nil
	}
	if s.Adopt == framework.AdoptNever {
		// Under "never" it matters who registered the plate, and an unclear answer would not show
		// that.
		switch held, err := s.Client.Placa(ctx, plan.Placa.ValueString()); {
		case err == nil:
			adoptPlaca(ctx, s, plan, held, diags)
			return &held
		case !parking.Is(err, parking.NotFound):
			placaTask(s, "create", plan).AddLookError(diags, err)
			return nil
		}
	}
	made, refused := s.Client.RegisterPlaca(ctx, plan.request())
	switch {
	case made.Lost != nil:
		foundPlaca(ctx, s, plan, made.Made, made.Lost, diags)
		return &made.Made
	case refused == nil:
		return nil
	case framework.MayBeThere(refused):
		held, err := s.Client.Placa(ctx, plan.Placa.ValueString())
		if err == nil {
			adoptPlaca(ctx, s, plan, held, diags)
			return &held
		}
		refused = framework.WithLookError(refused, err)
	}
	placaTask(s, "create", plan).AddError(diags, refused)
	return nil
}

// foundPlaca decides about a plate that exists after the answer to its registration was lost.
func foundPlaca(ctx context.Context, s *framework.Service, plan placaModel, record parking.Placa, lost error, diags *diag.Diagnostics) {
	switch {
	case len(plan.differences(record)) > 0:
		adoptPlaca(ctx, s, plan, record, diags)
	case s.Adopt != framework.AdoptNever: // under "never" it was checked before that it did not exist
		diags.AddWarning("Plate registered after an unclear answer", fmt.Sprintf(plateAnswerLostText, plan.Placa, framework.Sentence(lost)))
	}
}

// adoptPlaca decides about a plate that already exists.
func adoptPlaca(ctx context.Context, s *framework.Service, plan placaModel, record parking.Placa, diags *diag.Diagnostics) {
	differences := plan.differences(record)
	held := strings.Join(differences, "; ")
	own := s.Released.Has(placaClaim(plan.Placa.ValueString()))
	adopted := audit.Subject{Placa: plan.Placa.ValueString()}
	switch {
	case s.Adopt == framework.AdoptNever && !own:
		diags.AddAttributeError(path.Root("placa"), "Plate already exists",
			fmt.Sprintf(plateExistsText, plan.Placa, howToAdopt("parking_placa", plan.Placa.ValueString(), plan.inFleet)))
	case len(differences) == 0 && own:
	case len(differences) == 0:
		s.Client.RecordAdoption("registrar_placa", adopted)
		diags.AddWarning(plateAdopted, fmt.Sprintf(plateAdoptedText, plan.Placa))
	case s.Adopt == framework.AdoptIdentical && !own:
		diags.AddAttributeError(path.Root("placa"), "Plate already exists and differs", fmt.Sprintf(plateDiffersText, plan.Placa, held))
	default:
		if err := s.Client.UpdatePlaca(ctx, plan.request()); err != nil {
			placaTask(s, "update", plan).AddError(diags, err)
			return
		}
		if own {
			return
		}
		s.Client.RecordAdoption("registrar_placa", adopted)
		diags.AddWarning("Existing plate adopted and updated", fmt.Sprintf(plateUpdatedText, plan.Placa, held))
	}
}

// howToAdopt says how to manage an existing object under adopt_existing = "never".
func howToAdopt(resource, id string, inFleet bool) string {
	if inFleet {
		return howToAdoptFleetText
	}
	return fmt.Sprintf(howToAdoptText, resource, framework.ShellQuote(id))
}
