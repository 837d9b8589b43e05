package framework

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Task is an operation in progress, for its error messages: "Could not <Verb> <Noun> <Name>", then why, and
// what to do.
type Task struct {
	// The operation.

	By   string // ByAction, or empty
	Verb string // "create", "read", "update", "delete", "import"
	Noun string // "plate", "vehicle", …
	Name string // which one; empty if the name is personal data
	// Deed and Done replace Verb, Noun and Name if these say too little: "extend reservation", and "5 by 20
	// minutes".
	Deed, Done string
	// Attributes are those that the service may reject. Within is the object that has them, if any, and
	// Parametros are further fields.
	Attributes []string
	Within     string
	Parametros types.Map
	// Values are shown in errors on attributes; none may be personal data.
	Values map[string]string

	// What to add to the error.

	Check        string // how to see by hand whether it is on the service
	Missing      string // the whole error, on the first of Attributes, if the service has no such object
	Never        bool   // adopt_existing is never
	Next         string // what the next run does if the outcome is unknown, unless it adopts
	Refused      string // what a rejection may mean beyond the service's own message
	Unauthorized string // what to do if the service may have rejected something else than the credential
}

func (t Task) summary() string {
	if t.Deed != "" {
		return "Unable to " + t.Deed
	}
	return fmt.Sprintf("Unable to %s %s", t.Verb, t.Noun)
}

// failed begins the first sentence of an error.
func (t Task) failed() string {
	if t.Deed != "" {
		return fmt.Sprintf("Could not %s %s", t.Deed, t.Done)
	}
	return fmt.Sprintf("Could not %s %s", t.Verb, t.object())
}

// Failure is an error of a Task, with what a resource needs that reports many of them in one.
type Failure struct {
	diag.Diagnostic
	Brief    string // what failed and why, without advice and without a page that answered
	NotTried bool   // the error of another request has the cause
}

// Equal compares the diagnostics.
func (f Failure) Equal(other diag.Diagnostic) bool {
	of, ok := other.(Failure)
	return ok && f.Diagnostic.Equal(of.Diagnostic)
}

// pageQuote is what an error quotes of an answer that is not the service's own.
var pageQuote = regexp.MustCompile(`; the answer begins "(?:\\.|[^"\\])*"`)

// addFailure joins what happened, why, and what to do. A cause that quotes the service comes last: its words are mostly
// Spanish.
func (t Task) addFailure(diags *diag.Diagnostics, happened string, cause error, advice string) {
	detail := happened + ": " + Sentence(cause) + "\n\n" + advice
	if parking.QuotesAnswer(cause) {
		detail = happened + ". " + advice + "\n\n" + Sentence(cause)
	}
	diags.Append(Failure{Diagnostic: diag.NewErrorDiagnostic(t.summary(), detail),
		Brief: happened + ": " + pageQuote.ReplaceAllString(Sentence(cause), "")})
}

// Sentence gives an error one full stop: the message of a library may have one already.
func Sentence(err error) string { return strings.TrimRight(err.Error(), ". ") + "." }

func (t Task) object() string {
	if t.Name == "" || strings.HasPrefix(t.Name, "of ") {
		return strings.TrimSpace("the " + t.Noun + " " + t.Name)
	}
	return fmt.Sprintf("%s %s", t.Noun, t.Name)
}

// AddError turns an error of the client into diagnostics, and is the only place that does so. Errors in
// fields are on their attributes; any other is one error that says what happened, to what, and what to do.
func (t Task) AddError(diags *diag.Diagnostics, err error) {
	if t.addStopped(diags, err) {
		return
	}
	if t.Missing != "" && parking.Is(err, parking.NotFound) && parking.OutcomeOf(err) < parking.Unknown {
		diags.AddAttributeError(path.Root(t.Attributes[0]), "No such "+t.Noun, t.Missing)
		return
	}
	e, placed := parking.ErrorOf(err), 0
	for _, field := range e.Fields {
		name, at, ok := t.attribute(field.Field)
		if !ok {
			continue
		}
		attribute := name
		if value, shown := t.Values[name]; shown {
			attribute += " = " + value
		}
		rejected := fmt.Sprintf(attributeRejectedText, t.failed(), attribute, t.Refused)
		diags.AddAttributeError(at, t.summary(), strings.TrimSpace(rejected)+"\n\n"+
			fmt.Sprintf(attributeAnswerText, e.Message, e.Status, name, strings.Join(field.Messages, "; ")))
		placed++
	}
	if placed > 0 && placed == len(e.Fields) && e.Earlier == nil {
		return
	}
	if e.Kind == parking.NotRead {
		t.addFailure(diags, t.failed()+", because "+e.Message, e.Err, t.advice(err))
		return
	}
	t.addFailure(diags, t.failed(), err, t.advice(err))
}

// addStopped reports whether nothing was tried because of another error of the run, which tells everything. There may be
// hundreds of these, so each is a summary alone.
func (t Task) addStopped(diags *diag.Diagnostics, err error) bool {
	if !parking.Is(err, parking.Stopped) {
		return false
	}
	why := diag.NewErrorDiagnostic("Not tried: "+parking.ErrorOf(err).Message, "")
	diags.Append(Failure{Diagnostic: why, Brief: Detail(why), NotTried: true})
	return true
}

// Detail gives the detail of a diagnostic, or the summary of one that has no more.
func Detail(d diag.Diagnostic) string { return cmp.Or(d.Detail(), d.Summary()+".") }

// AddLookError is for an object that could not be looked up before its creation.
func (t Task) AddLookError(diags *diag.Diagnostics, err error) {
	if t.addStopped(diags, err) {
		return
	}
	reading := t
	reading.Verb = "read"
	t.addFailure(diags, fmt.Sprintf(notCheckedText, t.object()), err, reading.advice(err))
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

// UpperFirst starts a text with a capital letter.
func UpperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// ShellQuote quotes a text as one word for a POSIX shell.
func ShellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
