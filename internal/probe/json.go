package probe

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// The values of an answer are read here as they came: the client accepts many forms of a value as the same, and which of
// them came is what the probe is to tell.

// object is a JSON object of an answer.
type object = map[string]json.RawMessage

// objectOf gives an object, or nil for whatever is none.
func objectOf(raw json.RawMessage) object {
	fields, _ := decode.Object(raw)
	return fields
}

// textOf gives a text, or "" for whatever is none.
func textOf(raw json.RawMessage) (text string) {
	_ = json.Unmarshal(raw, &text)
	return text
}

// whole reads a whole number or a text of one.
func whole(raw json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.Trim(string(raw), ` "`), ".0"), 10, 64)
	return n, err == nil
}
