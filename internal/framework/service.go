// Package framework is what every area of the provider uses: the configured service, errors of the client as diagnostics, private state,
// validators, import identifiers and timeouts. It imports no area.
//
// Where to begin: Service (service.go) is what an area is given, Area (area.go) what it gives, and
// Task (diagnostics.go, advice.go) how it reports an error.
package framework

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Service is what a configured provider gives its resources, data sources and actions.
type Service struct {
	Client      *parking.Client
	Overwrite   bool // what exists with other values than declared
	PlanLookups bool
	warned      sync.Map // what First was asked
	shared      sync.Map // one value of each type: see Shared
	// Unknown is the provider attribute that is not known yet; Client is nil then.
	Unknown string
}

// EphemeralBase configures an ephemeral resource.
type EphemeralBase struct{ *Service }

// Configure takes what the provider's Configure made.
func (b *EphemeralBase) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	b.Service = serviceFrom(req.ProviderData)
}

// serviceFrom gives what the provider's Configure made, or nil: validation runs before that.
func serviceFrom(data any) *Service {
	s, _ := data.(*Service)
	return s
}

// Ready reports whether the service can be called, and adds an error if the provider's
// configuration is not known yet.
func (s *Service) Ready(diags *diag.Diagnostics) bool {
	if s.Client != nil {
		return true
	}
	diags.AddError("Provider configuration not known yet", fmt.Sprintf(providerUnknownText, s.Unknown))
	return false
}

// WarnOnce adds a warning, unless this run has given it already: one for all objects of a kind,
// which the plan lists.
func (s *Service) WarnOnce(summary, detail string, diags *diag.Diagnostics) {
	if s.First(summary) {
		diags.AddWarning(summary, detail)
	}
}

// First reports whether nothing of this run said this before.
func (s *Service) First(what string) bool {
	_, said := s.warned.LoadOrStore(what, nil)
	return !said
}

// WarnUnrecorded adds a warning with the lines that the audit log lacks of the writes of a call. An error would taint what is created.
func WarnUnrecorded(notes *parking.Notes, addWarning func(summary, detail string)) {
	if lines, first, cause := notes.Unrecorded(); len(lines) > 0 {
		summary := "Writes missing from the audit log: " + first
		if more := len(lines) - 1; more > 0 {
			summary += fmt.Sprintf(", and %d more", more)
		}
		addWarning(summary, fmt.Sprintf(auditIncompleteText, Sentence(cause), strings.Join(lines, "\n")))
	}
}

// Shared gives the one T of this provider, which all blocks of an area share. It only saves requests.
func Shared[T any](s *Service) *T {
	value, _ := s.shared.LoadOrStore(reflect.TypeFor[T](), new(T))
	of, _ := value.(*T)
	return of
}
