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
	// Values are shown in errors on attributes; none may be personal data.
	Values map[string]string

	// What to add to the error.

	Check        string // how to see by hand whether it is on the service
	Next         string // what the next run does if the outcome is unknown, unless it adopts
	Refused      string // what a rejection may mean beyond the service's own message
	Unauthorized string // what to do if the service may have rejected something else than the credential
}

func (t Task) summary() string { return fmt.Sprintf("Unable to %s %s", t.Verb, t.Noun) }

// failed begins the first sentence of an error.
func (t Task) failed() string { return fmt.Sprintf("Could not %s %s", t.Verb, t.object()) }

// Failure is a failed operation as its own resource reports it, and what a resource needs that reports many of them in one.
type Failure struct {
	Diagnostics diag.Diagnostics
	Brief       string // what failed and why, without advice and without a page that answered
}

// failure joins what happened, why, and what to do. A cause that quotes the service comes last: its words are mostly
// Spanish.
func (t Task) failure(happened string, cause error, advice string) Failure {
	detail := happened + ": " + Sentence(cause) + "\n\n" + advice
	if parking.QuotesAnswer(cause) {
		detail = happened + ". " + advice + "\n\n" + Sentence(cause)
	}
	var problem diag.Diagnostic = diag.NewErrorDiagnostic(t.summary(), detail)
	if parking.DeniesOne(cause) && len(t.Attributes) > 0 {
		problem = diag.NewAttributeErrorDiagnostic(path.Root(t.Attributes[0]), t.summary(), detail)
	}
	return Failure{Diagnostics: diag.Diagnostics{problem},
		Brief: happened + ": " + Sentence(parking.WithoutExcerpts(cause))}
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
func (t Task) AddError(diags *diag.Diagnostics, err error) {
	diags.Append(t.Failure(err).Diagnostics...)
}

// Failure turns an error of the client into diagnostics, and is the only place that does so. Errors in
// fields are on their attributes; any other is one error that says what happened, to what, and what to do.
func (t Task) Failure(err error) Failure {
	e := parking.ErrorOf(err)
	if e.Kind == parking.Stopped {
		return t.stopped(e)
	}
	return t.onAttributes(e, t.failure(t.failed(), err, t.advice(err)))
}

// onAttributes puts errors of fields on their attributes. whole is added to them, unless they say everything.
func (t Task) onAttributes(e *parking.Error, whole Failure) Failure {
	var placed diag.Diagnostics
	var briefs []string
	if e.Kind == parking.DeniesAll || e.Kind == parking.Unproven { // which are about no field
		return whole
	}
	for _, field := range e.Fields {
		name, at, ok := t.attribute(field.Field)
		if !ok {
			continue
		}
		attribute := name
		if value, shown := t.Values[name]; shown {
			attribute += " = " + value
		}
		brief := fmt.Sprintf(attributeRejectedText, t.failed(), attribute)
		briefs = append(briefs, brief)
		placed.AddAttributeError(at, t.summary(), strings.TrimSpace(brief+" "+CorrectIt+" "+t.Refused)+"\n\n"+
			fmt.Sprintf(attributeAnswerText, e.Message, e.Status, name, strings.Join(field.Messages, "; ")))
	}
	if len(placed) > 0 && len(placed) == len(e.Fields) && e.Earlier == nil {
		return Failure{Diagnostics: placed, Brief: strings.Join(briefs, " ")}
	}
	whole.Diagnostics = append(placed, whole.Diagnostics...)
	return whole
}

// stopped says that nothing was tried, and the cause, which other requests of the run met. There may be hundreds of these, so
// each is a summary alone. It is on an attribute, since Terraform sorts errors by their line: those that also say what to do
// are on the block, and so come first.
func (t Task) stopped(e *parking.Error) Failure {
	why := "Not tried: " + e.Message
	var placed diag.Diagnostics
	if len(t.Attributes) > 0 {
		placed.AddAttributeError(path.Root(cmp.Or(t.Within, t.Attributes[0])), why, "")
	} else {
		placed.AddError(why, "")
	}
	return Failure{Diagnostics: placed, Brief: why + "."}
}

// Detail gives the detail of a diagnostic, or the summary of one that has no more.
func Detail(d diag.Diagnostic) string { return cmp.Or(d.Detail(), d.Summary()+".") }

// AddLookError adds the diagnostics of LookFailure.
func (t Task) AddLookError(diags *diag.Diagnostics, err error) {
	diags.Append(t.LookFailure(err).Diagnostics...)
}

// LookFailure is for an object that could not be looked up before its creation.
func (t Task) LookFailure(err error) Failure {
	if e := parking.ErrorOf(err); e.Kind == parking.Stopped {
		return t.stopped(e)
	}
	reading, happened := t, fmt.Sprintf(notCheckedText, t.object())
	reading.Verb = "read"
	if t.Verb == "create" {
		happened += notCreatedText
	}
	return t.onAttributes(parking.ErrorOf(err), t.failure(happened, err, reading.advice(err)))
}

// WarnSaved warns that an object was written but could not be read back. An error would taint it, and the
// next apply would replace an object that cannot be deleted.
func (t Task) WarnSaved(diags *diag.Diagnostics, err error) {
	diags.AddWarning(fmt.Sprintf("%s saved, but not read back", UpperFirst(t.Noun)),
		fmt.Sprintf(savedNotReadText, t.object(), Sentence(err)))
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
