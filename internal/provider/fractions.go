package provider

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type schemas = tfprotov6.GetProviderSchemaResponse

// validated gives the diagnostics of a validation of a type of resource, or of none, as Terraform is to show them. of chooses the
// schema of the configuration.
func (m messages) validated(ctx context.Context, typeName string, diags []*tfprotov6.Diagnostic, config *tfprotov6.DynamicValue,
	of func(*schemas) *tfprotov6.Schema) []*tfprotov6.Diagnostic {
	if slices.ContainsFunc(diags, isFraction) {
		// As the framework has it: a value of the completed schema cannot be decoded.
		if all, err := m.allServers.GetProviderSchema(ctx, new(tfprotov6.GetProviderSchemaRequest)); err == nil {
			diags = explainFractions(diags, config, of(all).ValueType())
		}
	}
	place(typeName, diags)
	return diags
}

// isFraction reports whether a diagnostic is the framework's for a value of a whole-number attribute that is no whole number,
// or too large. It tells the user to report a bug of the provider, and no validator can take its place.
func isFraction(d *tfprotov6.Diagnostic) bool {
	return strings.Contains(d.Detail, "is not an integer") || strings.Contains(d.Detail, "cannot be represented as a 64-bit integer")
}

// explainFractions puts in place of each isFraction one error for each number that it is about. For a number within an
// object, the framework names only the object.
func explainFractions(diags []*tfprotov6.Diagnostic, config *tfprotov6.DynamicValue, kind tftypes.Type) (out []*tfprotov6.Diagnostic) {
	block, err := config.Unmarshal(kind)
	for _, d := range diags {
		var wrong []*tfprotov6.Diagnostic
		if err == nil && isFraction(d) {
			wrong = fractions(block, d.Attribute.Steps())
		}
		if out = append(out, wrong...); len(wrong) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// fractions gives an error for each number at or below a path that is not a whole number that fits.
func fractions(block tftypes.Value, below []tftypes.AttributePathStep) (out []*tfprotov6.Diagnostic) {
	_ = tftypes.Walk(block, func(at *tftypes.AttributePath, value tftypes.Value) (bool, error) {
		steps := at.Steps()
		for i := range min(len(steps), len(below)) {
			if !steps[i].Equal(below[i]) {
				return false, nil
			}
		}
		var number big.Float
		if len(steps) < len(below) || !value.Type().Is(tftypes.Number) || value.IsNull() || !value.IsKnown() || value.As(&number) != nil {
			return true, nil
		}
		text := notWholeText
		if number.IsInt() {
			text = tooLargeText
		}
		if _, accuracy := number.Int64(); accuracy != big.Exact {
			out = append(out, &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Attribute: at, Summary: "Invalid value",
				Detail: fmt.Sprintf(text, written(steps), number.Text('g', 10))})
		}
		return true, nil
	})
	slices.SortFunc(out, func(a, b *tfprotov6.Diagnostic) int { return strings.Compare(a.Detail, b.Detail) })
	return out
}

// invalidIdentity gives an error for each number of an identity that is not a whole number that fits.
func (m messages) invalidIdentity(ctx context.Context, typeName string, identity *tfprotov6.ResourceIdentityData) []*tfprotov6.Diagnostic {
	if identity == nil || identity.IdentityData == nil {
		return nil
	}
	all, err := m.GetResourceIdentitySchemas(ctx, new(tfprotov6.GetResourceIdentitySchemasRequest))
	if err != nil || all.IdentitySchemas[typeName] == nil {
		return nil
	}
	block, err := identity.IdentityData.Unmarshal(all.IdentitySchemas[typeName].ValueType())
	if err != nil {
		return nil
	}
	return fractions(block, nil)
}
