package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

func newInformacionDataSource() datasource.DataSource {
	return &answerDataSource{name: "informacion", noun: "application information", look: (*parking.Client).Informacion,
		description: "What the service says of itself."}
}
