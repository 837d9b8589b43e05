package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
)

// Resource is what every resource of the provider implements.
type Resource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
}

// ResourceBase is what all resources have in common.
type ResourceBase struct {
	*Service
	Name            string // without "parking_"
	Identity        Identity
	MutableIdentity bool // it may change outside Terraform
}

// Identity has the attributes of an identity, all of which an import needs. The state has them under the same names.
type Identity map[string]identityschema.Attribute

// IdentityID is an identifier of the service in an identity.
func IdentityID(description string) identityschema.Attribute {
	return identityschema.Int64Attribute{RequiredForImport: true, Description: description}
}

// IdentityText is a text in an identity.
func IdentityText(description string) identityschema.Attribute {
	return identityschema.StringAttribute{RequiredForImport: true, Description: description}
}

// Metadata gives the name of the resource.
func (b *ResourceBase) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + b.Name
	resp.ResourceBehavior.MutableIdentity = b.MutableIdentity
}

// IdentitySchema gives the identity of the resource.
func (b *ResourceBase) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: b.Identity}
}

// Configure takes what the provider's Configure made.
func (b *ResourceBase) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	b.Service = serviceFrom(req.ProviderData)
}

// Undeletable is the base of a resource of what the service cannot delete.
type Undeletable struct{ ResourceBase }

// Delete leaves everything on the service. The plan said so.
func (*Undeletable) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
