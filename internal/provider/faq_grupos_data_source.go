package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newFAQGruposDataSource() datasource.DataSource {
	return &answerDataSource{name: "faq_grupos", noun: "groups of questions", look: (*parking.Client).FAQGrupos,
		description: "The groups of the frequently asked questions; a single question is the data source `parking_faq`."}
}
