package catalogo

import (
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the service has paths for and does not publish.
var (
	faqGrupos   = framework.LookUpAnswer("faq_grupos", "groups of questions", faqGruposDoc, (*parking.Client).FAQGrupos)
	informacion = framework.LookUpAnswer("informacion", "application information",
		"Reads the application information of the service.", (*parking.Client).Informacion)
)
