package framework

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// A plate or an e-mail address that is spelled otherwise stays the same thing, and only
// the state changes. The service may compare spellings exactly all the same, so what it
// knows the thing by stays in the private state and is what it is asked for.
const spellingKey = "spelling"

// HeldSpelling gives the spelling under which the service knows what is declared.
func HeldSpelling(ctx context.Context, private PrivateReader, declared types.String, same func(a, b string) bool) string {
	var held string
	value, failed := private.GetKey(ctx, spellingKey)
	if failed.HasError() || json.Unmarshal(value, &held) != nil || !same(held, declared.ValueString()) {
		return declared.ValueString()
	}
	return held
}

// KeepSpelling notes the spelling that the service knows, where plan changes that of state.
func KeepSpelling(ctx context.Context, private PrivateState, plan, state types.String, same func(a, b string) bool,
	diags *diag.Diagnostics) {
	if !plan.Equal(state) {
		SetMark(ctx, private, spellingKey, HeldSpelling(ctx, private, state, same), diags)
	}
}

// SameText leaves case, surrounding and repeated blanks, and the Unicode form aside.
func SameText(a, b string) bool { return BareText(a) == BareText(b) }

func BareText(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(text), " "))))
}
