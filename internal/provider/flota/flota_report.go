package flota

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// What is said of vehicles that are not in place. Up to max_pendientes of them are a warning, more are an error.

// tooFew reports whether fewer vehicles are in place than plan permits, or none at all.
func (r *flotaRun) tooFew(plan flotaModel) bool {
	return len(r.pending()) > plan.maxPending() || r.madeNothing()
}

func (r *flotaRun) madeNothing() bool {
	for _, task := range r.tasks {
		if !task.id.IsNull() || task.registered || task.notListed {
			return false
		}
	}
	return true
}

// summary says how many vehicles are not in place.
func (r *flotaRun) summary() string {
	return fmt.Sprintf("Vehicles not in place (%d)", len(r.pending()))
}

// standing says how much of the fleet is on the service.
func (r *flotaRun) standing() string {
	missing, are := len(r.pending()), "are"
	if missing == 1 {
		are = "is"
	}
	return fmt.Sprintf(standingText, r.declared-missing, r.declared, r.clienteID, missing, are)
}

// notCreated gives summary and detail of the error of a fleet that is not saved.
func (r *flotaRun) notCreated(most int) (summary, detail string) {
	if r.madeNothing() {
		return "Unable to create fleet",
			fmt.Sprintf(noneCreatedText, len(r.tasks), r.clienteID, framework.NextRunAdopts, r.reasons(moreLaterText))
	}
	return r.summary(), fmt.Sprintf(notCreatedText, r.standing(), most, r.reasons(moreLaterText))
}

// notUpdated is the error of a fleet that is saved as far as it is in place.
func (r *flotaRun) notUpdated(most int) string {
	return fmt.Sprintf(notUpdatedText, r.standing(), most, r.reasons(morePendingText))
}

func (r *flotaRun) warnPending(diags *diag.Diagnostics) {
	if len(r.pending()) > 0 {
		diags.AddWarning(r.summary(), fmt.Sprintf(notInPlaceText, r.standing(), r.reasons(morePendingText)))
	}
}

// warnSaved is the warning of a new fleet that is saved although too few vehicles are in place. Terraform shows the first of
// several warnings, so this comes before those about adoption.
func (r *flotaRun) warnSaved(most int, diags *diag.Diagnostics) {
	diags.AddWarning(r.summary(), fmt.Sprintf(savedNotInPlaceText, r.standing(), most, len(r.notListed()),
		r.reasons(morePendingText)))
	r.warn(diags)
}

// warn adds one warning for each kind of notice that there was.
func (r *flotaRun) warn(diags *diag.Diagnostics) {
	details := make(map[string]map[string]string) // by summary and plate
	for placa, task := range r.tasks {
		for _, note := range task.notices {
			if details[note.summary] == nil {
				details[note.summary] = make(map[string]string)
			}
			details[note.summary][placa] = note.detail
		}
	}
	for _, summary := range plates(details) {
		placas := plates(details[summary])
		text := about(placas, details[summary][placas[0]])
		if summary == plateOverwritten {
			lines := make([]string, len(placas))
			for i, placa := range placas {
				lines[i] = placa + ": " + details[summary][placa]
			}
			text = fmt.Sprintf(platesOverwrittenText, linesOf(lines))
		}
		diags.AddWarning(fmt.Sprintf("%s (%d)", summary, len(placas)), text)
	}
}

// reasons says why vehicles are not in place, each reason once, and not more of them than can be read; more says where
// the others are.
func (r *flotaRun) reasons(more string) string {
	const most = 10
	pending := r.pending()
	var keys []string
	of := make(map[string][]string) // plates, by key
	for _, placa := range plates(pending) {
		key := pending[placa].key(placa)
		if of[key] == nil {
			keys = append(keys, key)
		}
		of[key] = append(of[key], placa)
	}
	var text strings.Builder
	left := 0
	for i, key := range keys {
		if i >= most {
			left += len(of[key])
			continue
		}
		text.WriteString("\n\n" + about(of[key], pending[of[key][0]].explained()))
	}
	if left > 0 {
		fmt.Fprintf(&text, more, left)
	}
	return text.String()
}

// explained is the whole reason of a vehicle that is not in place, on one line.
func (t *flotaTask) explained() string {
	var texts []string
	if t.why.err != nil && t.registered && !t.notListed && t.id.IsNull() { // that nothing was changed is of the vehicle
		texts = append(texts, plateRegisteredText)
	}
	for _, d := range t.why.Diagnostics {
		texts = append(texts, framework.Detail(d))
	}
	return oneLine(strings.Join(texts, " "))
}

// brief is the reason for the state, which the next plan shows as removed.
func (w reason) brief() string { return oneLine(w.Brief) }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// key is equal for reasons that are shown once: refusals with one summary, and failures with one text, apart from the plate.
func (t *flotaTask) key(placa string) string {
	if t.why.err == nil {
		return t.why.Diagnostics[0].Summary() + t.why.values
	}
	return strings.ReplaceAll(t.explained(), placa, "")
}

// notProcessed is the reason of a vehicle that was not begun, because the run ended.
func (r *flotaRun) notProcessed(placa string, task *flotaTask, ended error) *reason {
	why := interruptedText
	if errors.Is(ended, context.DeadlineExceeded) {
		why = ended.Error()
	}
	creating := vehiculoTask("create", task.vehiculo(r.clienteID, placa))
	out := refused("vehiculos", "Vehicle not processed", fmt.Sprintf(notProcessedText, why), creating.NeverSent(ended))
	out.values = why
	return out
}

// about says of which plates a text is, which names the first of them.
func about(placas []string, text string) string {
	if len(placas) == 1 {
		return placas[0] + ": " + text
	}
	return fmt.Sprintf(exampleText, someOf(placas), placas[0], text)
}

// someOf names plates, but not too many to read.
func someOf(placas []string) string {
	const most = 20
	if len(placas) <= most {
		return strings.Join(placas, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(placas[:most], ", "), len(placas)-most)
}
