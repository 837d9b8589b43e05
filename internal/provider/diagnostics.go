package provider

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// task says what was being done, for the errors that it may end in.
type task struct {
	by   string // byAction, or empty
	verb string // "create", "read", "update", "delete"
	noun string // "plate", "vehicle", …
	name string // which one; empty where the name is personal data
	// deed and done say what was being done where verb, noun and name do not: "extend
	// reservation", and to which one, by how much.
	deed, done string
	// check is how to see by hand whether it is on the service.
	check string
	// next says what the next run does about an outcome that is not known, where it
	// does not adopt what it finds.
	next string
	// never: adopt_existing is never.
	never bool
	// attributes are those of the resource that the service may complain of, and
	// within names the object that they are attributes of, if any.
	attributes []string
	within     string
	// values are what of the attributes a refusal shows; none may be personal data.
	values map[string]string
	// parametros holds further fields that the service may complain of.
	parametros types.Map
	// refused says what a refusal may mean besides what the service complains of.
	refused string
	// unauthorized is what to do where the service may refuse something else than the
	// credential.
	unauthorized string
}

func (t task) summary() string {
	if t.deed != "" {
		return "Unable to " + t.deed
	}
	return fmt.Sprintf("Unable to %s %s", t.verb, t.noun)
}

// lead is the first sentence of an error.
func (t task) lead(err error) string {
	if t.deed != "" {
		return fmt.Sprintf("Could not %s %s: %s.", t.deed, t.done, err)
	}
	return fmt.Sprintf("Could not %s %s: %s.", t.verb, t.object(), err)
}

func (t task) object() string {
	if t.name == "" {
		return "the " + t.noun
	}
	return fmt.Sprintf("%s %s", t.noun, t.name)
}

// addError turns an error of the client into diagnostics: each field that the
// service complains of on its attribute, and otherwise one error that says what
// happened, to what, and what to do. It is the only place that does so.
func (t task) addError(diags *diag.Diagnostics, err error) {
	placed := false
	var fail *parking.FailError
	if errors.As(err, &fail) {
		for _, field := range fail.Fields {
			attribute, at, ok := t.attribute(field.Field)
			if !ok {
				continue
			}
			if value, shown := t.values[attribute]; shown {
				attribute += " = " + value
			}
			diags.AddAttributeError(at, t.summary(), strings.TrimSuffix(fmt.Sprintf("The service refuses %s of %s: %s. Its message (HTTP %d): %s.\n\n%s",
				attribute, t.object(), strings.Join(field.Messages, "; "), fail.Status, fail.Message, t.refused), "\n\n"))
			placed = true
		}
	}
	if placed && len(unplaced(t, fail)) == 0 {
		return
	}
	diags.AddError(t.summary(), t.lead(err)+"\n\n"+t.advice(err))
}

// addLookError is for what could not be looked for before it was to be created.
func (t task) addLookError(diags *diag.Diagnostics, err error) {
	reading := t
	reading.verb = "read"
	diags.AddError(t.summary(), fmt.Sprintf("Could not create %s: looking for it before it is created failed: %s.\n\nNothing was changed. %s", t.object(), err, reading.advice(err)))
}

// warnSaved says that a thing was written and could not be read back. It is a
// warning: an error would taint the thing, and the next apply would replace what
// is on the service for good.
func (t task) warnSaved(diags *diag.Diagnostics, err error) {
	diags.AddWarning(fmt.Sprintf("%s saved, but not read back", upperFirst(t.noun)),
		fmt.Sprintf("The service accepted %s, and reading it afterwards failed: %s. It is in the state with what is known; the next refresh fills in the rest.", t.object(), err))
}

// unplaced gives the fields of a failure that belong to no attribute.
func unplaced(t task, fail *parking.FailError) []parking.FieldError {
	var out []parking.FieldError
	for _, field := range fail.Fields {
		if _, _, ok := t.attribute(field.Field); !ok {
			out = append(out, field)
		}
	}
	return out
}

// attribute finds the attribute of a service's field: the names are the same in
// lower case (Apellidos is apellidos). What parametros holds is sent by its very name.
func (t task) attribute(field string) (name string, at path.Path, ok bool) {
	if _, ok := t.parametros.Elements()[field]; ok {
		return field, path.Root("parametros").AtMapKey(field), true
	}
	for _, attribute := range t.attributes {
		switch {
		case !strings.EqualFold(attribute, field):
		case t.within != "":
			return attribute, path.Root(t.within).AtName(attribute), true
		default:
			return attribute, path.Root(attribute), true
		}
	}
	return "", path.Empty(), false
}

func upperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// shellQuote makes text one word of a POSIX shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
