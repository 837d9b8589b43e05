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

// TextValidator checks a text. Its error does not show the text, which may be personal data. The name is shown: Terraform
// shows no line for an attribute of an object.
type TextValidator func(text string) error

// The validators that several blocks use.
var (
	PlacaValidator      TextValidator = parking.CheckPlaca
	EmailValidator      TextValidator = CheckEmail
	PrefijoValidator    TextValidator = CheckPrefijo
	PagoCodigoValidator TextValidator = checkPagoCodigo
)

func (TextValidator) Description(context.Context) string         { return "must be valid" }
func (TextValidator) MarkdownDescription(context.Context) string { return "must be valid" }

func (check TextValidator) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if err := check(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid value", fmt.Sprintf("%s %s.", req.Path, err))
	}
}

// CheckDuration refuses what ParseDuration does.
func CheckDuration(text string) error {
	if _, err := ParseDuration(text); err != nil {
		return fmt.Errorf("must be %w", err)
	}
	return nil
}

// ParseDuration reads a duration such as 90s or 1h30m. Libraries accept negative ones, and do not say that days have no unit. The
// error completes "it must be …".
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

// CheckEmail refuses what is not a plain address with a domain.
func CheckEmail(text string) error {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || !strings.Contains(text[strings.LastIndexByte(text, '@'):], ".") {
		return errors.New("is not an e-mail address of the form name@example.com")
	}
	return nil
}

var prefijoForm = regexp.MustCompile(`^\+[0-9]{1,3}$`)

// CheckPrefijo refuses what is not a dialling code. A validator for regular expressions would
// show the value, which may be a whole telephone number.
func CheckPrefijo(text string) error {
	if !prefijoForm.MatchString(text) {
		return errors.New("must be a plus sign and one to three digits, for example +593")
	}
	return nil
}

// checkPagoCodigo refuses blanks around a code: a service that trims them would hold another
// code than the one the provider looks for.
func checkPagoCodigo(text string) error {
	switch {
	case text == "":
		return errors.New("is empty")
	case strings.TrimSpace(text) != text:
		return errors.New("begins or ends with a blank; remove the blank, for example with trimspace()")
	}
	return nil
}
