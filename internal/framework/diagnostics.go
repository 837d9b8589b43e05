package framework

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Task is an operation in progress, for its error messages: "Could not <Verb> <Noun> <Name>", then why, and
// what to do.
type Task struct {
	// The operation.

	Verb string // "plan", "create", "read", "update", "delete", "import"
	Noun string // "plate", "vehicle", …
	Name string // which one; empty if the name is personal data
	// Attributes are those that the service may reject, the first one by denying the read. Within is the object that has
	// them, if any, and Parametros are further fields.
	Attributes []string
	Within     string
	Parametros types.Map

	// What to add to the error.

	Check        string // how to see by hand whether it is on the service
	Next         string // what the next run does if the outcome is unknown, unless it adopts
	Refused      string // what a rejection may mean beyond the service's own message
	Unauthorized string // what to do if the service may have rejected something else than the credential
}

// Sentence gives an error one full stop: the message of a library may have one already.
func Sentence(err error) string { return strings.TrimRight(err.Error(), ". ") + "." }

func (t Task) object() string {
	if t.Name == "" || strings.HasPrefix(t.Name, "of ") {
		return strings.TrimSpace("the " + t.Noun + " " + t.Name)
	}
	return fmt.Sprintf("%s %s", t.Noun, t.Name)
}

// AddError adds the diagnostics of Failure.
func (t Task) AddError(diags *diag.Diagnostics, err error) { diags.Append(t.Failure(err)...) }

// AddLookError adds the diagnostics of LookFailure.
func (t Task) AddLookError(diags *diag.Diagnostics, err error) { diags.Append(t.LookFailure(err)...) }

// Failure turns an error of the client into diagnostics.
func (t Task) Failure(err error) diag.Diagnostics {
	return t.diagnostics(t.Verb, fmt.Sprintf("Could not %s %s", t.Verb, t.object()), err)
}

// LookFailure is Failure for an object that could not be looked up before its creation.
func (t Task) LookFailure(err error) diag.Diagnostics {
	verb := t.Verb
	t.Verb = "read"
	return t.diagnostics(verb, fmt.Sprintf("Could not check whether %s already exists", t.object()), err)
}

// diagnostics is the only place that turns an error of the client into diagnostics. Errors in fields are on their attributes. Any
// other is one error: what happened, to what, and why; then, in a paragraph of its own, what it means and what to do.
func (t Task) diagnostics(verb, happened string, err error) (out diag.Diagnostics) {
	e, summary := parking.ErrorOf(err), fmt.Sprintf("Unable to %s %s", verb, t.Noun)
	for _, field := range e.Fields {
		name, at, ok := t.attribute(field.Field)
		if !ok || e.Kind == parking.DeniesAll || e.Kind == parking.Unproven { // which are about no field
			continue
		}
		text := fmt.Sprintf(attributeRejectedText, happened, e.Message, e.Status, name, strings.Join(field.Messages, "; "), t.Refused)
		out.AddAttributeError(at, summary, strings.TrimSpace(text))
	}
	if len(out) > 0 && len(out) == len(e.Fields) && e.Earlier == nil {
		return out
	}
	detail := happened + ": " + Sentence(err) + "\n\n" + t.advice(err)
	if e.Kind == parking.Stopped { // there may be hundreds of these, with the cause that other requests met
		summary, detail = "Not tried: "+t.object(), UpperFirst(e.Message)+". "+FixTheCause
	}
	// Terraform sorts errors by their line: those that say what to do are on the block, and so come before what was not tried.
	if len(t.Attributes) > 0 && (e.Kind == parking.Stopped || parking.DeniesOne(err)) {
		out.AddAttributeError(path.Root(cmp.Or(t.Within, t.Attributes[0])), summary, detail)
	} else {
		out.AddError(summary, detail)
	}
	return out
}

// WarnSaved warns that an object was written but could not be read back. An error would taint it, and the
// next apply would replace an object that cannot be deleted.
func (t Task) WarnSaved(diags *diag.Diagnostics, err error) {
	diags.AddWarning(UpperFirst(t.object())+" saved, but not read back", fmt.Sprintf(savedNotReadText, t.object(), Sentence(err)))
}

// attribute finds the attribute of a field of the service: the same name in lower case (Apellidos is
// apellidos). The names in parametros are sent unchanged.
func (t Task) attribute(field string) (name string, at path.Path, ok bool) {
	if _, ok := t.Parametros.Elements()[field]; ok {
		return field, path.Root("parametros").AtMapKey(field), true
	}
	for _, attribute := range t.Attributes {
		switch {
		case !strings.EqualFold(attribute, field):
		case t.Within != "":
			return attribute, path.Root(t.Within).AtName(attribute), true
		default:
			return attribute, path.Root(attribute), true
		}
	}
	return "", path.Empty(), false
}

// Planned writes a value of a plan.
func Planned(v attr.Value) string {
	if v.IsUnknown() || v.IsNull() {
		return "(known after apply)"
	}
	return v.String()
}

// UpperFirst starts a text with a capital letter.
func UpperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
