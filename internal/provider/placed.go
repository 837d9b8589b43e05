package provider

import (
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// hidden are the attributes whose values must not show: personal data, and what holds the credential, or may hold one of
// these by mistake. Terraform prints the source of the attribute that a diagnostic is about, with any value written there.
// The value is the type of resource that this holds for, empty for all.
var hidden = map[string]string{"email": "", "nombre": "parking_cliente", "apellidos": "", "prefijos": "", "telefono": "", "cedula": "",
	"cuerpo": "", "credential": "", "base_url": ""}

// place moves diagnostics to where Terraform shows them: on an attribute of the block, or on an entry of a map. For a path into
// an object it would show the first line of the block. Nothing stays on a hidden attribute. The text names what the path did.
// typeName is the type of resource or data source that the diagnostics are about, or empty.
func place(typeName string, diags []*tfprotov6.Diagnostic) {
	for _, d := range diags {
		steps := d.Attribute.Steps()
		shown := placed(typeName, steps)
		if len(shown) == len(steps) {
			continue
		}
		d.Attribute = nil
		if len(shown) > 0 {
			d.Attribute = tftypes.NewAttributePathWithSteps(shown)
		}
		name := nameOf(steps[len(steps)-1])
		if named := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`); !named.MatchString(d.Summary + " " + d.Detail) {
			d.Detail = fmt.Sprintf("Attribute %s: %s", name, d.Detail)
		}
	}
}

// placed is the part of a path that Terraform finds in the configuration.
func placed(typeName string, steps []tftypes.AttributePathStep) []tftypes.AttributePathStep {
	for _, step := range steps {
		if of, is := hidden[nameOf(step)]; is && (of == "" || of == typeName) {
			return nil
		}
	}
	if len(steps) < 2 {
		return steps
	}
	if _, object := steps[1].(tftypes.AttributeName); object {
		return steps[:1]
	}
	return steps[:2]
}

// nameOf is a step of a path as text.
func nameOf(step tftypes.AttributePathStep) string { return fmt.Sprintf("%v", step) }
