package catalogo

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newFAQGruposDataSource() datasource.DataSource {
	return &framework.AnswerDataSource{Name: "faq_grupos", Noun: "groups of questions", Look: (*parking.Client).FAQGrupos,
		Description: faqGruposDoc}
}
