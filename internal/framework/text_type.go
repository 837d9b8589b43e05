package framework

import (
	"context"
	"html"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// TextType is the type of a text that the service may spell in its own way: the state keeps the declared spelling. In plans two
// spellings differ: see ReplaceIfOther.
type TextType struct {
	basetypes.StringType
	bare *func(string) string // gives what all spellings of one text have in common; a pointer can be compared
}

// The types that several resources use.
var (
	PlacaType  = NewTextType(parking.BarePlaca)
	NombreType = NewTextType(BareText)
)

// NewTextType makes a type from what gives two spellings of one text the same form.
func NewTextType(bare func(string) string) TextType { return TextType{bare: &bare} }

// Same reports whether two texts are spellings of one.
func (t TextType) Same(a, b string) bool {
	return a == b || t.bare != nil && (*t.bare)(a) == (*t.bare)(b)
}

// Text is a value of a TextType. The zero value is null, and compares as it is written.
type Text struct {
	basetypes.StringValue
	of TextType
}

var _ basetypes.StringValuableWithSemanticEquals = Text{}

// TextOf gives a known text.
func TextOf(text string) Text { return Text{StringValue: types.StringValue(text)} }

// Keep takes the field of a record, as KeepString does.
func (t *Text) Keep(f parking.Field[string]) { t.StringValue = KeepString(f, t.StringValue) }

// Same reports whether a text is a spelling of this one.
func (t Text) Same(text string) bool { return t.of.Same(t.ValueString(), text) }

// Type is the TextType of the schema.
func (t Text) Type(context.Context) attr.Type { return t.of }

// Equal reports whether both are written alike.
func (t Text) Equal(other attr.Value) bool {
	o, ok := other.(Text)
	return ok && t.StringValue.Equal(o.StringValue)
}

// String hides personal data, which every text but a plate may be: the framework logs what it compares.
func (t Text) String() string {
	if t.of == PlacaType || t.of.bare == nil {
		return t.StringValue.String()
	}
	return "(hidden for privacy)"
}

// StringSemanticEquals reports whether both are spellings of one text.
func (t Text) StringSemanticEquals(ctx context.Context, other basetypes.StringValuable) (bool, diag.Diagnostics) {
	text, diags := other.ToStringValue(ctx)
	return t.Same(text.ValueString()), diags
}

// ValueType is Text.
func (t TextType) ValueType(context.Context) attr.Value { return Text{of: t} }

// Equal reports whether other is this type.
func (t TextType) Equal(other attr.Type) bool { return other == attr.Type(t) }

// ValueFromString makes a Text of a text of the framework.
func (t TextType) ValueFromString(_ context.Context, in basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return Text{in, t}, nil
}

// ValueFromTerraform makes a Text of what Terraform sends.
func (t TextType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	value, err := t.StringType.ValueFromTerraform(ctx, in)
	text, _ := value.(basetypes.StringValue)
	return Text{text, t}, err
}

// SameText reports whether two texts are the same apart from case, blanks and Unicode form.
func SameText(a, b string) bool { return BareText(a) == BareText(b) }

// BareText folds case, surrounding and repeated blanks, the Unicode form of a text, and what is escaped for a page.
func BareText(text string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(html.UnescapeString(text)), " "))))
}
