package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// A field that the service leaves out of a record keeps the value known so far;
// where none is known yet (in the plan of a new resource) it is null.

func KeepString(f parking.Field[string], known types.String) types.String {
	return keep(f, known, types.StringPointerValue)
}

func KeepInt64(f parking.Field[int64], known types.Int64) types.Int64 {
	return keep(f, known, types.Int64PointerValue)
}

func KeepBool(f parking.Field[bool], known types.Bool) types.Bool {
	return keep(f, known, types.BoolPointerValue)
}

func keep[T any, V attr.Value](f parking.Field[T], known V, value func(*T) V) V {
	if !f.Sent && !known.IsUnknown() {
		return known
	}
	return value(f.Value)
}
