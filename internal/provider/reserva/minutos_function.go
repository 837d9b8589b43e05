package reserva

import (
	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// minutosFunction is provider::parking::minutos.
var minutosFunction = framework.Compute("minutos", function.Definition{
	Summary:             "Rounds minutes up to a multiple of 10",
	MarkdownDescription: minutosFunctionDoc,
	Parameters: []function.Parameter{function.NumberParameter{
		Name:                "n",
		MarkdownDescription: "Number of minutes, greater than zero.",
	}},
	Return: function.Int64Return{},
}, roundMinutos)
