package provider

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Values of adopt_existing.
const (
	adoptIdentical = "identical"
	adoptUpdate    = "update"
	adoptNever     = "never"
)

// service is what a configured provider gives its resources, data sources and actions.
type service struct {
	client         *parking.Client
	adopt          string
	refreshMaxAge  time.Duration
	listsSanciones bool // endpoints.sanciones is set
	claims         claims
	released       claims   // plates and links that this run took out of fleets
	runs           sync.Map // of each type one value: see ofRun
	// unknown names the provider attribute that is not known yet; client is nil then.
	unknown string
}

// resourceBase configures a resource.
type resourceBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *resourceBase) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// dataSourceBase configures a data source.
type dataSourceBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *dataSourceBase) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// ephemeralBase configures an ephemeral resource.
type ephemeralBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *ephemeralBase) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

// actionBase configures an action.
type actionBase struct{ *service }

// Configure takes what the provider's Configure made.
func (b *actionBase) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	b.service = serviceFrom(req.ProviderData, &resp.Diagnostics)
}

func serviceFrom(data any, diags *diag.Diagnostics) *service {
	if data == nil {
		return nil // validation runs before the provider is configured
	}
	s, ok := data.(*service)
	if !ok {
		diags.AddError("Provider defect", fmt.Sprintf("The provider handed %T to a resource. Please report this.", data))
	}
	return s
}

// ready adds an error where the provider's configuration is not known yet, for
// operations that cannot do without the service.
func (s *service) ready(diags *diag.Diagnostics) bool {
	if s.client != nil {
		return true
	}
	diags.AddError("Provider configuration not known yet", fmt.Sprintf("%s of the provider block depends on something that is not applied yet, so the parking service cannot be asked. Apply that first, for example with -target.", s.unknown))
	return false
}

// ofRun gives the one T of a run, by which the blocks of a noun know of each other.
func ofRun[T any](s *service) *T {
	value, _ := s.runs.LoadOrStore(reflect.TypeFor[T](), new(T))
	of, _ := value.(*T)
	return of
}
