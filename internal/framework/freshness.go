package framework

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// VerifiedKey holds when state and service were last found the same.
const VerifiedKey = "verified"

// Fresh reports whether a resource was verified within refresh_max_age, and does not have to be read. Up to a quarter of that
// age is taken off at random: resources that were applied together then expire one after the other.
func (s *Service) Fresh(ctx context.Context, private PrivateReader) bool {
	if s.RefreshMaxAge == 0 {
		return false
	}
	age := time.Since(ReadPrivate[time.Time](ctx, private, VerifiedKey)) // centuries, if it never was
	jitter := rand.N(s.RefreshMaxAge/4 + 1)                              //nolint:gosec // G404: spreads load, guards nothing.
	return age >= 0 && age < s.RefreshMaxAge-jitter
}

// Verified notes that state and service are the same now. Without refresh_max_age it adds no
// timestamp to a state file, but it renews one that is there: another run uses refresh_max_age,
// and does not have to read the resource again.
func (s *Service) Verified(ctx context.Context, private PrivateState, diags *diag.Diagnostics) {
	if HasPrivate(ctx, private, WrittenKey) && !s.JustWrote(ctx, private) {
		ClearPrivate(ctx, private, WrittenKey, diags)
	}
	if s.RefreshMaxAge != 0 || HasPrivate(ctx, private, VerifiedKey) {
		SetPrivate(ctx, private, VerifiedKey, time.Now().UTC().Truncate(time.Second), diags)
	}
}

// Doubted has the next refresh read an object whose update failed, whatever refresh_max_age says: the state may be why. An object
// that was deleted on the service would otherwise fail in each run until it is old enough to be read.
func (s *Service) Doubted(ctx context.Context, private PrivateWriter, diags *diag.Diagnostics) {
	if diags.HasError() {
		ClearPrivate(ctx, private, VerifiedKey, diags)
	}
}

// WrittenKey holds when this provider last wrote something of an object, or adopted it.
const WrittenKey = "written"

// Wrote notes that something of an object was written now, or that it was adopted: another run may just have made it.
func (s *Service) Wrote(ctx context.Context, private PrivateWriter, diags *diag.Diagnostics) {
	SetPrivate(ctx, private, WrittenKey, time.Now().UTC().Truncate(time.Millisecond), diags)
}

// JustWrote reports whether an object was written so recently that reads may lag behind: within a minute, whichever
// process wrote it. A refresh then keeps what is in the state, whatever a read omits. Otherwise the object would be
// created again, and what a creation looks up first may lag as well.
func (s *Service) JustWrote(ctx context.Context, private PrivateReader) bool {
	return s.Client.Recent(ReadPrivate[time.Time](ctx, private, WrittenKey))
}

// JustImportedKey is set for a thing that was imported and not read yet. If the first read does
// not find it, the provider's own error says more than Terraform's.
const JustImportedKey = "just_imported"

// NotListedKey is set for a thing that the service accepted and that no listing has shown yet; of a fleet it holds the plates
// of such links. Until one shows it, absence from a listing proves nothing.
const NotListedKey = "unseen"

// KeepNotListed reports whether a thing stays in the state although a listing does not show it,
// because none has shown it yet, and warns of that.
func (t Task) KeepNotListed(ctx context.Context, private PrivateReader, diags *diag.Diagnostics) bool {
	if !HasPrivate(ctx, private, NotListedKey) {
		return false
	}
	diags.AddWarning(UpperFirst(t.Noun)+" not listed yet", fmt.Sprintf(stillNotListedText, t.object()))
	return true
}
