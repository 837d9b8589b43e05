package reserva

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// minutosFunction is provider::parking::minutos.
type minutosFunction struct{}

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

// roundMinutos rounds a number of minutes up to a multiple of 10, the only numbers that can be booked.
func roundMinutos(number *big.Float) (int64, error) {
	n, _ := number.Float64()
	switch {
	case n <= 0:
		return 0, fmt.Errorf("%v is not a positive number of minutes", n)
	case n > 1e15:
		return 0, errors.New("a reservation cannot be that long")
	}
	return int64(math.Ceil(n/10)) * 10, nil
}

// minutosValidator accepts what can be booked: a positive multiple of 10.
type minutosValidator struct{}

func (minutosValidator) Description(context.Context) string {
	return "must be a positive multiple of 10"
}

func (v minutosValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (minutosValidator) ValidateInt64(_ context.Context, req validator.Int64Request, resp *validator.Int64Response) {
	if n := req.ConfigValue.ValueInt64(); known(req.ConfigValue) && (n <= 0 || n%10 != 0) {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid value", fmt.Sprintf(minutosRuleText, n))
	}
}
