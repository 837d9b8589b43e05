package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

// object is an object of the JSON form. A type of the protocol is written in that form by itself.
type object = map[string]any

func each[From any](all map[string]From, translate func(From) object) object {
	out := make(object, len(all))
	for name, one := range all {
		out[name] = translate(one)
	}
	return out
}

func schema(s *tfprotov6.Schema) object {
	return object{"version": s.Version, "block": object{"attributes": attributes(s.Block.Attributes),
		"description": s.Block.Description, "description_kind": strings.ToLower(s.Block.DescriptionKind.String())}}
}

func attributes(list []*tfprotov6.SchemaAttribute) object {
	out := make(object, len(list))
	for _, a := range list {
		attribute := object{
			"description": a.Description, "description_kind": strings.ToLower(a.DescriptionKind.String()), "required": a.Required,
			"optional": a.Optional, "computed": a.Computed, "sensitive": a.Sensitive, "write_only": a.WriteOnly, "deprecated": a.Deprecated,
		}
		elements, _ := a.Type.(tftypes.Map)
		entry, _ := elements.ElementType.(tftypes.Object)
		switch {
		case a.NestedType != nil:
			attribute["nested_type"] = object{"attributes": attributes(a.NestedType.Attributes),
				"nesting_mode": strings.ToLower(a.NestedType.Nesting.String())}
		case len(entry.OptionalAttributes) > 0:
			attribute["nested_type"] = object{"attributes": entries(entry), "nesting_mode": "map"}
		default:
			attribute["type"] = a.Type
		}
		out[a.Name] = attribute
	}
	return out
}

// entries describes the objects of a map, which are those of a fleet, as nested attributes. Of other objects tfplugindocs
// says that every attribute is required.
func entries(of tftypes.Object) object {
	out, descriptions := make(object, len(of.AttributeTypes)), flota.EntryDescriptions()
	for name, kind := range of.AttributeTypes {
		_, optional := of.OptionalAttributes[name]
		out[name] = object{"type": kind, "required": !optional, "optional": optional,
			"description": descriptions[name], "description_kind": "markdown"}
	}
	return out
}

func function(f *tfprotov6.Function) object {
	parameters := make([]object, len(f.Parameters))
	for i, p := range f.Parameters {
		parameters[i] = object{"name": p.Name, "description": p.Description, "is_nullable": p.AllowNullValue, "type": p.Type}
	}
	return object{"description": f.Description, "summary": f.Summary, "deprecation_message": f.DeprecationMessage,
		"return_type": f.Return.Type, "parameters": parameters}
}

func identity(s *tfprotov6.ResourceIdentitySchema) object {
	out := make(object, len(s.IdentityAttributes))
	for _, a := range s.IdentityAttributes {
		out[a.Name] = object{"type": a.Type, "description": a.Description,
			"required_for_import": a.RequiredForImport, "optional_for_import": a.OptionalForImport}
	}
	return object{"version": s.Version, "attributes": out}
}
