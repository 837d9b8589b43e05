package framework

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// KeepString gives the field of a record, or the value known so far if the service left the
// field out. If none is known yet, as in the plan of a new resource, it is null.
func KeepString(f parking.Field[string], known types.String) types.String {
	return keep(f, known, types.StringPointerValue)
}

// KeepInt64 is KeepString for a whole number.
func KeepInt64(f parking.Field[int64], known types.Int64) types.Int64 {
	return keep(f, known, types.Int64PointerValue)
}

// KeepBool is KeepString for a flag.
func KeepBool(f parking.Field[bool], known types.Bool) types.Bool {
	return keep(f, known, types.BoolPointerValue)
}

func keep[T any, V attr.Value](f parking.Field[T], known V, value func(*T) V) V {
	if !f.Sent && !known.IsUnknown() {
		return known
	}
	return value(f.Value)
}
