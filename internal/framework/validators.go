package framework

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// TextValidator checks a text with a function. The text itself is not shown: it may be personal data. The name is: Terraform
// shows no line for an attribute of an object.
type TextValidator struct {
	Want  string
	Check func(string) error
}

func (v TextValidator) Description(context.Context) string         { return "must be " + v.Want }
func (v TextValidator) MarkdownDescription(context.Context) string { return "must be " + v.Want }

func (v TextValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if err := v.Check(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid value", fmt.Sprintf("%s %s.", req.Path, err))
	}
}

// DurationValidator accepts a duration such as 90s or 1h30m. The types of libraries accept negative ones, and do not say that
// days have no unit.
func DurationValidator() TextValidator {
	return TextValidator{"a duration such as 45s or 6h", func(text string) error {
		if _, err := ParseDuration(text); err != nil {
			return fmt.Errorf("must be %w", err)
		}
		return nil
	}}
}

// ParseDuration reads a duration; the error completes "it must be …".
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, errors.New("a duration such as 45s, 2m or 24h; there is no unit for days")
	case d <= 0:
		return 0, errors.New("a duration greater than zero")
	case d > 24*time.Hour: // it is multiplied by max_retries, which must not overflow
		return 0, errors.New("a duration of at most 24h")
	}
	return d, nil
}

// timeoutValidator accepts how long an operation may take, with no upper limit.
var timeoutValidator = TextValidator{"a duration greater than zero, such as 30s or 2h45m", func(text string) error {
	if d, err := time.ParseDuration(text); err != nil || d <= 0 {
		return errors.New("must be a duration greater than zero, such as 45s, 2m or 24h; there is no unit for days")
	}
	return nil
}}

// PlacaValidator accepts what the client can send as a plate.
var PlacaValidator = TextValidator{placaRuleText, parking.CheckPlaca}

var prefijoForm = regexp.MustCompile(`^\+[0-9]{1,3}$`)

// CheckEmail refuses what is not a plain address with a domain; the error does not show it.
func CheckEmail(text string) error {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndexByte(text, '@'):], ".") {
		return errors.New("is not an e-mail address of the form name@example.com")
	}
	return nil
}

// CheckPrefijo refuses what is not a dialling code. A validator for regular expressions would
// show the value, which may be a whole telephone number.
func CheckPrefijo(text string) error {
	if !prefijoForm.MatchString(text) {
		return errors.New("must be a plus sign and one to three digits, for example +593")
	}
	return nil
}

var (
	// EmailValidator accepts what CheckEmail does.
	EmailValidator = TextValidator{"an e-mail address", CheckEmail}
	// PrefijoValidator accepts what CheckPrefijo does.
	PrefijoValidator = TextValidator{"a plus sign and one to three digits", CheckPrefijo}
)

// checkPagoCodigo refuses blanks around a code: a service that trims them would hold another
// code than the one the provider looks for.
func checkPagoCodigo(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case strings.TrimSpace(text) != text:
		return errors.New(pagoCodigoBlankText)
	}
	return nil
}

// PagoCodigoValidator accepts a transaction code without blanks around it.
var PagoCodigoValidator = TextValidator{"a code without surrounding blanks", checkPagoCodigo}
