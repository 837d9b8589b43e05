package framework

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func TestCheckEmail(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"flota@example.com": true, "flota.norte+x@sub.example.com": true, "FLOTA@Example.Com": true, "peña@ejemplo.ec": true,
		"": false, "flota": false, "flota@": false, "@example.com": false, "flota@example": false, "a@b@c.de": false,
		" flota@example.com": false, "flota@example.com ": false, "flota@example.com\n": false, "fl ota@example.com": false,
		"Flota <flota@example.com>": false, "<flota@example.com>": false, "a@b.de,c@d.ef": false, "flota.@example.com": false,
	} {
		if err := CheckEmail(text); (err == nil) != valid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The value of a text may be personal data, so it is not in the error; what is
// not known yet is not checked.
func TestTextValidators(t *testing.T) {
	t.Parallel()
	for _, v := range []TextValidator{PlacaValidator, EmailValidator} {
		for _, c := range []struct {
			value types.String
			want  int
		}{{types.StringNull(), 0}, {types.StringUnknown(), 0}, {types.StringValue("flota@example.com"), 0}, {types.StringValue("secreto@casa "), 1}} {
			resp := &validator.StringResponse{}
			v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("x"), ConfigValue: c.value}, resp)
			if resp.Diagnostics.ErrorsCount() != c.want || strings.Contains(fmt.Sprint(resp.Diagnostics), "secreto") {
				t.Errorf("%s of %s: %v", v.Want, c.value, resp.Diagnostics)
			}
		}
		if text := v.Description(t.Context()); !strings.HasPrefix(text, "must be a") || text != v.MarkdownDescription(t.Context()) {
			t.Errorf("description is %q", text)
		}
	}
}

func TestDurationValidator(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		positive bool
		want     time.Duration
		wrong    string
	}{
		{"45s", true, 45 * time.Second, ""},
		{"1h30m", false, 90 * time.Minute, ""},
		{"0s", false, 0, ""},
		{"0s", true, 0, "greater than zero"},
		{"-1s", true, 0, "greater than zero"},
		{"-1s", false, 0, "zero or more"},
		{"45", false, 0, "a duration such as"},
		{"", false, 0, "a duration such as"},
		{"1 day", false, 0, "a duration such as"},
	} {
		got, err := ParseDuration(c.text, c.positive)
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
		resp := &validator.StringResponse{}
		v := DurationValidator(c.positive)
		v.ValidateString(t.Context(), validator.StringRequest{Path: path.Root("x"), ConfigValue: types.StringValue(c.text)}, resp)
		if resp.Diagnostics.HasError() != (err != nil) || v.Description(t.Context()) != v.MarkdownDescription(t.Context()) {
			t.Errorf("%q: %v", c.text, resp.Diagnostics)
		}
	}
	for _, value := range []types.String{types.StringNull(), types.StringUnknown()} {
		resp := &validator.StringResponse{}
		DurationValidator(false).ValidateString(t.Context(), validator.StringRequest{ConfigValue: value}, resp)
		if resp.Diagnostics.HasError() {
			t.Errorf("%s: %v", value, resp.Diagnostics)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	for text, valid := range map[string]bool{
		"/": true, "/external/cliente-registrar": true, "/a/b.c": true,
		"": false, "external": false, "/a b": false, "/a?b": false, "/a#b": false, "/a/{id}": false, "https://other/x": false, "/a\n": false,
	} {
		if (parking.CheckPath(text) == nil) != valid {
			t.Errorf("path %q: wanted %v", text, valid)
		}
	}
	for text, valid := range map[string]bool{
		"+1": true, "+34": true, "+593": true,
		"": false, "+": false, "593": false, "+5933": false, "+5a": false, "+593\n": false, " +593": false,
	} {
		if prefijoForm.MatchString(text) != valid {
			t.Errorf("prefix %q: wanted %v", text, valid)
		}
	}
}
