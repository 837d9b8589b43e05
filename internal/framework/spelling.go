package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// spellingKey marks the spelling by which the service knows a plate or an e-mail address. A
// new spelling of the same thing changes only the state; but the service may compare exactly,
// so requests keep the spelling that it knows.
const spellingKey = "spelling"

// HeldSpelling gives the spelling under which the service knows what is declared.
func HeldSpelling(ctx context.Context, private PrivateReader, declared types.String, same func(a, b string) bool) string {
	if held := ReadMark[string](ctx, private, spellingKey); same(held, declared.ValueString()) {
		return held
	}
	return declared.ValueString()
}

// KeepSpelling notes the spelling that the service knows, if the plan changes that of the state.
func KeepSpelling(ctx context.Context, private PrivateState, plan, state types.String, same func(a, b string) bool,
	diags *diag.Diagnostics) {
	if !plan.Equal(state) {
		SetMark(ctx, private, spellingKey, HeldSpelling(ctx, private, state, same), diags)
	}
}

// SameText reports whether two texts are the same apart from case, blanks and Unicode form.
func SameText(a, b string) bool { return BareText(a) == BareText(b) }

// BareText folds case, surrounding and repeated blanks, and the Unicode form of a text.
func BareText(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(text), " "))))
}
