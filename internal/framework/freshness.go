package framework

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

const VerifiedKey = "verified"

// Fresh reports whether a resource was verified so recently that refresh_max_age
// spares its read. Up to a quarter of the age is taken off at random, so that a
// fleet applied in one go does not expire in one go.
func (s *Service) Fresh(ctx context.Context, private PrivateReader) bool {
	if s.RefreshMaxAge == 0 {
		return false
	}
	value, diags := private.GetKey(ctx, VerifiedKey)
	var verified time.Time
	if diags.HasError() || json.Unmarshal(value, &verified) != nil {
		return false
	}
	age := time.Since(verified)
	jitter := rand.N(s.RefreshMaxAge/4 + 1) //nolint:gosec // G404: spreads load, guards nothing.
	return age >= 0 && age < s.RefreshMaxAge-jitter
}

// Verified notes that state and service were the same a moment ago. Where nobody
// asks, state files stay free of timestamps; but a resource that has one is asked
// about by other runs, which a run that reads everything spares its read.
func (s *Service) Verified(ctx context.Context, private PrivateState, diags *diag.Diagnostics) {
	if s.RefreshMaxAge == 0 {
		if before, _ := private.GetKey(ctx, VerifiedKey); before == nil {
			return
		}
	}
	value, err := json.Marshal(time.Now().UTC().Truncate(time.Second))
	if err == nil {
		diags.Append(private.SetKey(ctx, VerifiedKey, value)...)
	}
}

// justImportedKey: an import named the thing, and no read has found it yet. One that
// finds nothing is an error then, which says more than Terraform's own.
const JustImportedKey = "just_imported"

const UnseenKey = "unseen"

// Unseen marks a thing that the service accepted and that no listing has shown
// yet. Until one does, its absence from a listing is no news.
func (s *Service) Unseen(ctx context.Context, private PrivateWriter, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, UnseenKey, []byte("true"))...)
}

// KeepUnseen reports whether a thing that a listing does not show stays in the
// state, and says so: it was saved and never seen. What an import
// does not find has no such mark.
func (t Task) KeepUnseen(ctx context.Context, private PrivateReader, diags *diag.Diagnostics) bool {
	if !HasMark(ctx, private, UnseenKey) {
		return false
	}
	diags.AddWarning(UpperFirst(t.Noun)+" not listed yet", fmt.Sprintf(stillNotListedText, t.object()))
	return true
}
