package main

import (
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	tfjson "github.com/hashicorp/terraform-json"
)

// providerSchema translates what the provider says of itself. The provider has attributes only, so a block within a
// schema is an error and not translated.
func providerSchema(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) (*tfjson.ProviderSchema, error) {
	out := &tfjson.ProviderSchema{Functions: make(map[string]*tfjson.FunctionSignature),
		ActionSchemas: make(map[string]*tfjson.ActionSchema), ResourceIdentitySchemas: make(map[string]*tfjson.IdentitySchema)}
	var err error
	if out.ConfigSchema, err = schema(schemas.Provider); err != nil {
		return nil, err
	}
	if out.ResourceSchemas, err = all(schemas.ResourceSchemas); err != nil {
		return nil, err
	}
	if out.DataSourceSchemas, err = all(schemas.DataSourceSchemas); err != nil {
		return nil, err
	}
	if out.EphemeralResourceSchemas, err = all(schemas.EphemeralResourceSchemas); err != nil {
		return nil, err
	}
	if out.ListResourceSchemas, err = all(schemas.ListResourceSchemas); err != nil {
		return nil, err
	}
	for name, f := range schemas.Functions {
		if out.Functions[name], err = function(f); err != nil {
			return nil, err
		}
	}
	for name, a := range schemas.ActionSchemas {
		s, err := schema(a.Schema)
		if err != nil {
			return nil, err
		}
		out.ActionSchemas[name] = &tfjson.ActionSchema{Block: s.Block}
	}
	for name, i := range identities.IdentitySchemas {
		if out.ResourceIdentitySchemas[name], err = identity(i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func all(schemas map[string]*tfprotov6.Schema) (map[string]*tfjson.Schema, error) {
	out := make(map[string]*tfjson.Schema, len(schemas))
	for name, s := range schemas {
		var err error
		if out[name], err = schema(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func schema(s *tfprotov6.Schema) (*tfjson.Schema, error) {
	if len(s.Block.BlockTypes) > 0 {
		return nil, errors.New("a schema has blocks, which this command does not translate")
	}
	attributes, err := attributes(s.Block.Attributes)
	return &tfjson.Schema{
		Version: uint64(s.Version), //nolint:gosec // G115: a schema version is never negative.
		Block: &tfjson.SchemaBlock{Attributes: attributes, Description: s.Block.Description,
			DescriptionKind: kind(s.Block.DescriptionKind)},
	}, err
}

func attributes(list []*tfprotov6.SchemaAttribute) (map[string]*tfjson.SchemaAttribute, error) {
	out := make(map[string]*tfjson.SchemaAttribute, len(list))
	for _, a := range list {
		attribute := &tfjson.SchemaAttribute{
			Description: a.Description, DescriptionKind: kind(a.DescriptionKind), Required: a.Required, Optional: a.Optional,
			Computed: a.Computed, Sensitive: a.Sensitive, WriteOnly: a.WriteOnly, Deprecated: a.Deprecated,
		}
		var err error
		if a.NestedType == nil {
			attribute.AttributeType, err = ctyType(a.Type)
		} else {
			attribute.AttributeNestedType, err = nested(a.NestedType)
		}
		if err != nil {
			return nil, err
		}
		out[a.Name] = attribute
	}
	return out, nil
}

func nested(object *tfprotov6.SchemaObject) (*tfjson.SchemaNestedAttributeType, error) {
	modes := map[tfprotov6.SchemaObjectNestingMode]tfjson.SchemaNestingMode{
		tfprotov6.SchemaObjectNestingModeSingle: tfjson.SchemaNestingModeSingle,
		tfprotov6.SchemaObjectNestingModeList:   tfjson.SchemaNestingModeList,
		tfprotov6.SchemaObjectNestingModeSet:    tfjson.SchemaNestingModeSet,
		tfprotov6.SchemaObjectNestingModeMap:    tfjson.SchemaNestingModeMap,
	}
	attributes, err := attributes(object.Attributes)
	return &tfjson.SchemaNestedAttributeType{Attributes: attributes, NestingMode: modes[object.Nesting]}, err
}

func function(f *tfprotov6.Function) (*tfjson.FunctionSignature, error) {
	returns, err := ctyType(f.Return.Type)
	if err != nil {
		return nil, err
	}
	out := &tfjson.FunctionSignature{Description: f.Description, Summary: f.Summary,
		DeprecationMessage: f.DeprecationMessage, ReturnType: returns}
	for _, p := range f.Parameters {
		parameter, err := parameter(p)
		if err != nil {
			return nil, err
		}
		out.Parameters = append(out.Parameters, parameter)
	}
	if f.VariadicParameter != nil {
		out.VariadicParameter, err = parameter(f.VariadicParameter)
	}
	return out, err
}

func parameter(p *tfprotov6.FunctionParameter) (*tfjson.FunctionParameter, error) {
	kind, err := ctyType(p.Type)
	return &tfjson.FunctionParameter{Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue, Type: kind}, err
}

func identity(s *tfprotov6.ResourceIdentitySchema) (*tfjson.IdentitySchema, error) {
	out := &tfjson.IdentitySchema{
		Version:    uint64(s.Version), //nolint:gosec // G115: a schema version is never negative.
		Attributes: make(map[string]*tfjson.IdentityAttribute),
	}
	for _, a := range s.IdentityAttributes {
		kind, err := ctyType(a.Type)
		if err != nil {
			return nil, err
		}
		out.Attributes[a.Name] = &tfjson.IdentityAttribute{IdentityType: kind, Description: a.Description,
			RequiredForImport: a.RequiredForImport, OptionalForImport: a.OptionalForImport}
	}
	return out, nil
}

func kind(k tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	if k == tfprotov6.StringKindMarkdown {
		return tfjson.SchemaDescriptionKindMarkdown
	}
	return tfjson.SchemaDescriptionKindPlain
}

// ctyType translates a type by way of its JSON form, which both libraries share.
func ctyType(t tftypes.Type) (cty.Type, error) {
	text, err := t.MarshalJSON() //nolint:staticcheck // SA1019: deprecated for use outside the protocol, whose form this is.
	if err != nil {
		return cty.NilType, err
	}
	return ctyjson.UnmarshalType(text)
}
