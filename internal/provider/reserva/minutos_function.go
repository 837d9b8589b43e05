package reserva

import (
	"context"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

var _ function.Function = minutosFunction{}

// minutosFunction is provider::parking::minutos.
type minutosFunction struct{}

func newMinutosFunction() function.Function { return minutosFunction{} }

func (minutosFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "minutos"
}

func (minutosFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Rounds minutes up to a multiple of 10",
		MarkdownDescription: minutosFunctionDoc,
		Parameters: []function.Parameter{function.NumberParameter{
			Name:                "n",
			MarkdownDescription: "Number of minutes, greater than zero.",
		}},
		Return: function.Int64Return{},
	}
}

func (minutosFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var n *big.Float
	if resp.Error = req.Arguments.Get(ctx, &n); resp.Error != nil {
		return
	}
	minutos, err := roundMinutos(n)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, minutos)
}
