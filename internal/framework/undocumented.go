package framework

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

type recordsModel struct {
	Parametros types.Map     `tfsdk:"parametros"`
	IDs        []int64       `tfsdk:"ids"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

// LookUpRecords makes a data source from a listing of records of which the service documents nothing but the identifier;
// of gives the identifier and the other fields.
func LookUpRecords[T any](name, noun, description string, list func(*parking.Client, context.Context, url.Values) ([]T, error),
	of func(T) (int64, map[string]any)) func() datasource.DataSource {
	return LookUp(name, schema.Schema{
		MarkdownDescription: description + recordsDoc,
		Attributes: map[string]schema.Attribute{
			"parametros": ParametrosAttribute("page"),
			"ids":        schema.ListAttribute{MarkdownDescription: recordsIDsDoc, ElementType: types.Int64Type, Computed: true},
			"datos":      schema.DynamicAttribute{MarkdownDescription: recordsDatosDoc, Computed: true},
		},
	}, func(ctx context.Context, s *Service, m *recordsModel, _ *diag.Diagnostics) (Task, error) {
		records, err := list(s.Client, ctx, ParametrosQuery(m.Parametros))
		m.IDs = make([]int64, len(records))
		datos := make([]any, len(records))
		for i, record := range records {
			id, fields := of(record)
			fields = maps.Clone(fields)
			fields["id"] = json.Number(strconv.FormatInt(id, 10))
			m.IDs[i], datos[i] = id, fields
		}
		m.Datos = Dynamic(ctx, datos)
		return Task{Noun: noun, Parametros: m.Parametros}, err
	})
}

type answerModel struct {
	Parametros types.Map     `tfsdk:"parametros"`
	Datos      types.Dynamic `tfsdk:"datos"`
}

// LookUpAnswer makes a data source from an operation with undocumented parameters and answer: it sends
// parametros, and returns the answer, unchanged.
func LookUpAnswer(name, noun, description string,
	ask func(*parking.Client, context.Context, url.Values) (any, error)) func() datasource.DataSource {
	return LookUp(name, schema.Schema{
		MarkdownDescription: description + fmt.Sprintf(answerDoc, name),
		Attributes: map[string]schema.Attribute{
			"parametros": ParametrosAttribute(),
			"datos":      schema.DynamicAttribute{MarkdownDescription: answerDatosDoc, Computed: true},
		},
	}, func(ctx context.Context, s *Service, m *answerModel, _ *diag.Diagnostics) (Task, error) {
		datos, err := ask(s.Client, ctx, ParametrosQuery(m.Parametros))
		m.Datos = Dynamic(ctx, datos)
		return Task{Noun: noun, Parametros: m.Parametros}, err
	})
}

// DatosByID puts the undocumented fields of listed records into one object, keyed by identifier:
// the framework allows no dynamic values in lists.
func DatosByID[T any](ctx context.Context, list []T, of func(T) (int64, map[string]any)) types.Dynamic {
	out := make(map[string]any, len(list))
	for _, item := range list {
		id, datos := of(item)
		out[strconv.FormatInt(id, 10)] = datos
	}
	return Dynamic(ctx, out)
}

// UnlessNothing gives the error of a list, except if a denied list counts as an empty one.
// Its warning shows the text, which may mean something else.
func (t Task) UnlessNothing(diags *diag.Diagnostics, err error) error {
	if !parking.Is(err, parking.NotFound) {
		return err
	}
	diags.AddWarning("Nothing to list", fmt.Sprintf(nothingToListText, t.object(), Sentence(err)))
	return nil
}
