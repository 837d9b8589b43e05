package main

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	tfjson "github.com/hashicorp/terraform-json"
)

// providerSchema translates what the provider says of itself. It panics at what the provider does not have: blocks
// within a schema, and types that are none.
func providerSchema(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) *tfjson.ProviderSchema {
	return &tfjson.ProviderSchema{
		ConfigSchema:             schema(schemas.Provider),
		ResourceSchemas:          each(schemas.ResourceSchemas, schema),
		DataSourceSchemas:        each(schemas.DataSourceSchemas, schema),
		EphemeralResourceSchemas: each(schemas.EphemeralResourceSchemas, schema),
		ListResourceSchemas:      each(schemas.ListResourceSchemas, schema),
		Functions:                each(schemas.Functions, function),
		ActionSchemas: each(schemas.ActionSchemas, func(a *tfprotov6.ActionSchema) *tfjson.ActionSchema {
			return &tfjson.ActionSchema{Block: schema(a.Schema).Block}
		}),
		ResourceIdentitySchemas: each(identities.IdentitySchemas, identity),
	}
}

func each[From, To any](all map[string]From, translate func(From) To) map[string]To {
	out := make(map[string]To, len(all))
	for name, one := range all {
		out[name] = translate(one)
	}
	return out
}

func schema(s *tfprotov6.Schema) *tfjson.Schema {
	if len(s.Block.BlockTypes) > 0 {
		panic("a schema has blocks, which this command does not translate")
	}
	return &tfjson.Schema{
		Version: uint64(s.Version), //nolint:gosec // G115: a schema version is never negative.
		Block: &tfjson.SchemaBlock{Attributes: attributes(s.Block.Attributes), Description: s.Block.Description,
			DescriptionKind: kind(s.Block.DescriptionKind)},
	}
}

func attributes(list []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	out := make(map[string]*tfjson.SchemaAttribute, len(list))
	for _, a := range list {
		attribute := &tfjson.SchemaAttribute{
			Description: a.Description, DescriptionKind: kind(a.DescriptionKind), Required: a.Required, Optional: a.Optional,
			Computed: a.Computed, Sensitive: a.Sensitive, WriteOnly: a.WriteOnly, Deprecated: a.Deprecated,
		}
		elements, _ := a.Type.(tftypes.Map)
		object, _ := elements.ElementType.(tftypes.Object)
		switch {
		case a.NestedType != nil:
			attribute.AttributeNestedType = &tfjson.SchemaNestedAttributeType{Attributes: attributes(a.NestedType.Attributes),
				NestingMode: nestings[a.NestedType.Nesting]}
		case len(object.OptionalAttributes) > 0:
			attribute.AttributeNestedType = entries(object)
		default:
			attribute.AttributeType = ctyType(a.Type)
		}
		out[a.Name] = attribute
	}
	return out
}

// entries describes the objects of a map as a nested attribute. Of other objects tfplugindocs says that every attribute is
// required.
func entries(of tftypes.Object) *tfjson.SchemaNestedAttributeType {
	out := make(map[string]*tfjson.SchemaAttribute, len(of.AttributeTypes))
	for name, kind := range of.AttributeTypes {
		_, optional := of.OptionalAttributes[name]
		out[name] = &tfjson.SchemaAttribute{AttributeType: ctyType(kind), Required: !optional, Optional: optional}
	}
	return &tfjson.SchemaNestedAttributeType{Attributes: out, NestingMode: tfjson.SchemaNestingModeMap}
}

var nestings = map[tfprotov6.SchemaObjectNestingMode]tfjson.SchemaNestingMode{
	tfprotov6.SchemaObjectNestingModeSingle: tfjson.SchemaNestingModeSingle,
	tfprotov6.SchemaObjectNestingModeList:   tfjson.SchemaNestingModeList,
	tfprotov6.SchemaObjectNestingModeSet:    tfjson.SchemaNestingModeSet,
	tfprotov6.SchemaObjectNestingModeMap:    tfjson.SchemaNestingModeMap,
}

func function(f *tfprotov6.Function) *tfjson.FunctionSignature {
	out := &tfjson.FunctionSignature{Description: f.Description, Summary: f.Summary,
		DeprecationMessage: f.DeprecationMessage, ReturnType: ctyType(f.Return.Type)}
	for _, p := range f.Parameters {
		out.Parameters = append(out.Parameters, parameter(p))
	}
	if f.VariadicParameter != nil {
		out.VariadicParameter = parameter(f.VariadicParameter)
	}
	return out
}

func parameter(p *tfprotov6.FunctionParameter) *tfjson.FunctionParameter {
	return &tfjson.FunctionParameter{Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue, Type: ctyType(p.Type)}
}

func identity(s *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	out := &tfjson.IdentitySchema{
		Version:    uint64(s.Version), //nolint:gosec // G115: a schema version is never negative.
		Attributes: make(map[string]*tfjson.IdentityAttribute),
	}
	for _, a := range s.IdentityAttributes {
		out.Attributes[a.Name] = &tfjson.IdentityAttribute{IdentityType: ctyType(a.Type), Description: a.Description,
			RequiredForImport: a.RequiredForImport, OptionalForImport: a.OptionalForImport}
	}
	return out
}

func kind(k tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	if k == tfprotov6.StringKindMarkdown {
		return tfjson.SchemaDescriptionKindMarkdown
	}
	return tfjson.SchemaDescriptionKindPlain
}

// ctyType translates a type by way of its JSON form, which both libraries share.
func ctyType(t tftypes.Type) cty.Type {
	text, err := t.MarshalJSON() //nolint:staticcheck // SA1019: deprecated for use outside the protocol, whose form this is.
	if err != nil {
		panic(err)
	}
	out, err := ctyjson.UnmarshalType(text)
	if err != nil {
		panic(err)
	}
	return out
}
