package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type sancionPagarModel struct {
	SancionID types.Int64 `tfsdk:"sancion_id"`
	sancionPago
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

var sancionPagar = framework.Act("sancion_pagar", schema.Schema{
	MarkdownDescription: pagarDoc + framework.OnlyTerraform + "\n\n" + pagarReadDoc,
	Attributes: map[string]schema.Attribute{
		"sancion_id":  framework.IdentifierAttribute("Identifier of the sanction."),
		"pago_tipo":   framework.PagoTipoAttribute(),
		"pago_codigo": framework.PagoCodigoAttribute(),
		"cliente_id": schema.Int64Attribute{MarkdownDescription: "Identifier of the client who pays.", Optional: true,
			Validators: []validator.Int64{int64validator.AtLeast(1)}},
	},
}, nil, invokeSancionPagar)

func invokeSancionPagar(ctx context.Context, s *framework.Service, config sancionPagarModel, say framework.Tell,
	diags *diag.Diagnostics) {
	id, codigo := config.SancionID, config.PagoCodigo
	task := framework.Task{By: framework.ByAction, Verb: "record", Noun: "payment", Name: fmt.Sprintf("%s of sanction %s", codigo, id),
		Check:      fmt.Sprintf(payCheckText, id, codigo),
		Attributes: []string{"sancion_id", "pago_tipo", "pago_codigo", "cliente_id"},
		Next:       pagarNextText}
	end := turn(ctx, s, id, task, diags)
	if end == nil {
		return
	}
	defer end()
	p := payment{Service: s, id: id, pago: config.sancionPago, say: say, task: task, noList: closeFirstText, notListed: closeFirstText}
	if !p.isFirst(diags) {
		return
	}
	record, outcome := p.pay(ctx, parking.Sancion{}, diags)
	switch held := record.PagoCodigo.Value; {
	case outcome != paidBefore, record.Pays(codigo.ValueString()):
	case held != nil:
		diags.AddAttributeError(path.Root("pago_codigo"), "Sanction already paid", fmt.Sprintf(pagarPaidText, id, *held))
	default:
		diags.AddAttributeError(path.Root("pago_codigo"), "Sanction already paid", fmt.Sprintf(pagarPaidUnknownCodeText, id))
	}
}
