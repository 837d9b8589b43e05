package catalogo

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newInformacionDataSource() datasource.DataSource {
	return &framework.AnswerDataSource{Name: "informacion", Noun: "application information", Look: (*parking.Client).Informacion,
		Description: "Reads the application information of the service."}
}
