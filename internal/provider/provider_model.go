package provider

import (
	"cmp"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// providerModel is the provider block, a field for each attribute.
type providerModel struct {
	BaseURL          types.String  `tfsdk:"base_url"`
	Credential       types.String  `tfsdk:"credential"`
	CredentialScheme types.String  `tfsdk:"credential_scheme"`
	AllowHTTP        types.Bool    `tfsdk:"allow_http"`
	CACertFile       types.String  `tfsdk:"ca_cert_file"`
	RequestTimeout   types.String  `tfsdk:"request_timeout"`
	MaxRetries       types.Int64   `tfsdk:"max_retries"`
	MaxConcurrency   types.Int64   `tfsdk:"max_concurrency"`
	Overwrite        types.Bool    `tfsdk:"overwrite_existing"`
	PlanLookups      types.Bool    `tfsdk:"plan_lookups"`
	AuditLog         types.String  `tfsdk:"audit_log"`
	Endpoints        types.Object  `tfsdk:"endpoints"`
	Sandbox          *sandboxModel `tfsdk:"sandbox"`
}

type sandboxModel struct {
	Database types.String `tfsdk:"database"`
	Latency  types.String `tfsdk:"latency"`
	Fault    types.String `tfsdk:"fault"`
	Seed     types.Int64  `tfsdk:"seed"`
}

// settings reads the model and the environment. Configuration comes first; an empty text counts as unset in both. A bad value is an
// error on its attribute, and names the variable if it came from there.
type settings struct {
	getenv func(string) string
	diags  *diag.Diagnostics
}

// variable is the environment variable of an attribute.
func variable(attribute string) string { return "PARKING_" + strings.ToUpper(attribute) }

func (s settings) text(value types.String, attribute string) string {
	return cmp.Or(value.ValueString(), s.getenv(variable(attribute)))
}

// invalid adds an error on an attribute. The text completes "base_url (environment variable PARKING_BASE_URL) …".
func (s settings) invalid(attribute, format string, args ...any) {
	s.diags.AddAttributeError(path.Root(attribute), "Invalid provider configuration",
		fmt.Sprintf("%s (environment variable %s) %s.", attribute, variable(attribute), fmt.Sprintf(format, args...)))
}

// parsed reads a text that came from the environment, or was validated. The error of parse completes "it must be …".
func parsed[T any](s settings, attribute, text string, fallback T, parse func(string) (T, error)) T {
	if text == "" {
		return fallback
	}
	value, err := parse(text)
	if err != nil {
		s.invalid(attribute, "is %q, but must be %v", text, err)
		return fallback
	}
	return value
}

func (s settings) flag(value types.Bool, attribute string, fallback bool) bool {
	if !value.IsNull() {
		return value.ValueBool()
	}
	return parsed(s, attribute, s.getenv(variable(attribute)), fallback, func(text string) (bool, error) {
		flag, err := strconv.ParseBool(text)
		if err != nil {
			err = errors.New("true or false")
		}
		return flag, err
	})
}

func (s settings) number(value types.Int64, attribute string, fallback, least, most int) int {
	if !value.IsNull() {
		return int(value.ValueInt64())
	}
	return parsed(s, attribute, s.getenv(variable(attribute)), fallback, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			err = fmt.Errorf("a whole number from %d to %d", least, most)
		}
		return n, err
	})
}

func (s settings) duration(value types.String, attribute string, fallback time.Duration) time.Duration {
	return parsed(s, attribute, s.text(value, attribute), fallback, framework.ParseDuration)
}

// certificates gives the authorities of the system and those of file.
func (s settings) certificates(file string) *x509.CertPool {
	if file == "" {
		return nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pem, err := os.ReadFile(file) //nolint:gosec // G304: the user names this file to be read.
	if err != nil {
		s.invalid("ca_cert_file", "cannot be read: %v", err)
	} else if !pool.AppendCertsFromPEM(pem) {
		s.invalid("ca_cert_file", "is %q, which contains no PEM certificate", file)
	}
	return pool
}

// auditLog makes the file at once, so that it is the plan that fails where it cannot be written.
func (s settings) auditLog(file string) *audit.Log {
	if file == "" {
		return nil
	}
	log, err := audit.Open(file)
	if err != nil {
		s.invalid("audit_log", "cannot be written: %v. Set it to a file in a folder that exists", err)
	}
	return log
}

func (s settings) baseURL(text string, allowHTTP bool) string {
	base, err := parking.ParseBaseURL(text)
	switch {
	case text == "":
		s.diags.AddAttributeError(path.Root("base_url"), "Invalid provider configuration", baseURLMissingText)
	case err != nil:
		s.invalid("base_url", "%v. Set the credential with credential or PARKING_CREDENTIAL, not in the address", err)
	case base.Scheme == "http" && !allowHTTP && !loopback(base.Hostname()):
		s.invalid("base_url", baseURLPlainText, base.Host)
	}
	return text
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// endpoints gives the paths that are set, by operation.
func endpoints(block types.Object) parking.Endpoints {
	out := make(parking.Endpoints)
	for name, value := range block.Attributes() {
		if path, ok := value.(types.String); ok {
			out[name] = path.ValueString()
		}
	}
	return out
}

// unknownAttribute gives the name of an attribute of the block that is not known yet, at least in
// part, or "".
func unknownAttribute(block tftypes.Value) string {
	var attributes map[string]tftypes.Value
	if block.IsFullyKnown() || block.As(&attributes) != nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if !attributes[name].IsFullyKnown() {
			return name
		}
	}
	return ""
}
