package framework

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Move describes how a moved block takes an object from a generic REST provider. The mover knows only the state, since
// Terraform does not configure a provider for it.
type Move struct {
	Noun     string   // as in messages: "plate"
	Method   string   // of the request that creates it
	Segment  string   // of that request's path, after /external/
	Keys     []string // fields that tell the object from any other of its kind
	Any      []string // further ones, of which a body shows at least one
	Required []string // attributes that must be told, besides
	Identity []string // attributes
	Private  []string // to set in the private state
	Address  string   // of an import block that replaces the move
	ImportID string   // what that block names
	Personal bool     // its identifiers are personal data
	// Attributes gives the attributes of the moved state: null is what is not told, or wrong.
	Attributes func(Told) map[string]attr.Value
}

// Movers gives the movers of a resource.
func (m Move) Movers() []resource.StateMover { return []resource.StateMover{{StateMover: m.move}} }

// Told are the fields that a state tells of an object, as text.
type Told map[string]string

// toldBy gives the fields of a JSON object, or of the one in an envelope. rejected reports an envelope that says fail. A
// list, or what is no JSON, tells nothing.
func toldBy(text []byte) (told Told, rejected bool) {
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&fields) != nil {
		return nil, false
	}
	switch fields["estado"] { // of an envelope; a reservation has others
	case "fail":
		return nil, true
	case "ok":
		fields, _ = fields["data"].(map[string]any)
	}
	told = make(Told, len(fields))
	for name, value := range fields {
		switch value := value.(type) {
		case string, json.Number, bool:
			if text := fmt.Sprint(value); text != "" {
				told[name] = text
			}
		}
	}
	return told, false
}

// of reports whether the body is of one object of this kind.
func (m Move) of(told Told) bool {
	shows := func(name string) bool { return told[name] != "" }
	for _, key := range m.Keys {
		if !shows(key) {
			return false
		}
	}
	return m.Any == nil || slices.ContainsFunc(m.Any, shows)
}

// conflict reports whether two bodies show different objects.
func (m Move) conflict(a, b Told) bool {
	return slices.ContainsFunc(append([]string{"id", "reserva_id"}, m.Keys...), func(name string) bool {
		return a[name] != "" && b[name] != "" && !parking.SamePlaca(a[name], b[name])
	})
}

// ID gives an identifier of the service: of the first field that is told, or null.
func (t Told) ID(names ...string) types.Int64 {
	for _, name := range names {
		if id, ok := ParseID(t[name]); ok {
			return types.Int64Value(id)
		}
	}
	return types.Int64Null()
}

// Flag gives a flag, or null.
func (t Told) Flag(name string) types.Bool {
	value, told := map[string]bool{"0": false, "1": true, "false": false, "true": true}[t[name]]
	if !told {
		return types.BoolNull()
	}
	return types.BoolValue(value)
}

// Text gives a text that passes the checks, or null.
func (t Told) Text(name string, checks ...func(string) error) types.String {
	fails := func(check func(string) error) bool { return check(t[name]) != nil }
	if t[name] == "" || slices.ContainsFunc(checks, fails) {
		return types.StringNull()
	}
	return types.StringValue(t[name])
}

func (m Move) move(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	source, ok := restStates[req.SourceTypeName]
	if !ok {
		return // the framework says that the type is not supported
	}
	refuse := func(why string) {
		resp.Diagnostics.AddError(fmt.Sprintf("Unable to move %s from %s", m.Noun, req.SourceTypeName),
			fmt.Sprintf(moveRefusedText, why, m.Address, m.ImportID))
	}
	if version := req.SourceSchemaVersion; version < source.oldest || version > source.newest {
		refuse(fmt.Sprintf(moveVersionText, version))
		return
	}
	call, err := source.read(req.SourceRawState.JSON)
	switch {
	case err != nil:
		refuse(moveUnreadableText)
		return
	case !m.creates(call):
		refuse(fmt.Sprintf(moveOtherText, shownCall(call), m.Noun, m.Method, m.Segment))
		return
	}
	named := "" // Terraform does not say which instance an error is about
	if id, _, _ := strings.Cut(call.id, "?"); !m.Personal {
		named = fmt.Sprintf(moveNamedText, parking.Quote(id))
	}
	told, why := m.told(call)
	if why != "" {
		refuse(named + why)
		return
	}
	attributes := m.Attributes(told)
	shown := func(name string) bool { return !attributes[name].IsNull() }
	missing := slices.DeleteFunc(slices.Concat(m.Keys, m.Required), shown)
	if !slices.ContainsFunc(m.Any, shown) {
		missing = append(missing, m.Any...)
	}
	if len(missing) > 0 {
		refuse(named + fmt.Sprintf(moveMissingText, strings.Join(missing, ", ")))
		return
	}
	for name, value := range attributes {
		resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root(name), value)...)
	}
	for _, name := range m.Identity {
		resp.Diagnostics.Append(resp.TargetIdentity.SetAttribute(ctx, path.Root(name), attributes[name])...)
	}
	for _, key := range m.Private {
		SetPrivate(ctx, resp.TargetPrivate, key, true, &resp.Diagnostics)
	}
}

// told joins what the bodies tell: all of the first that is of such an object, and of the others only the identifier,
// since the service may add to an answer what was not declared.
func (m Move) told(call restCall) (told Told, why string) {
	for i, text := range append([][]byte{call.sent, call.answer}, call.reads...) {
		body, rejected := toldBy(text)
		if rejected {
			return nil, moveRejectedText
		}
		if created := i == 1; !created && !m.of(body) {
			continue // perhaps another object, whose identifier must not become this one's
		}
		if m.conflict(told, body) {
			return nil, moveConflictText
		}
		if told == nil {
			told = body
		}
		for _, name := range []string{"id", "reserva_id"} {
			if body[name] != "" {
				told[name] = body[name]
			}
		}
	}
	return told, ""
}

// creates reports whether the request is the one that creates an object of this kind. A path relative to the address
// in the provider block may begin after /external.
func (m Move) creates(call restCall) bool {
	address, err := url.Parse(call.url)
	if err != nil || call.method != "" && !strings.EqualFold(call.method, m.Method) {
		return false
	}
	segment := strings.Trim(address.Path, "/")
	return strings.HasSuffix("/"+segment, "/external/"+m.Segment) || segment == m.Segment && address.Host == ""
}

// shownCall describes a request without what may be secret or personal: only the words of its path.
func shownCall(call restCall) string {
	address, err := url.Parse(call.url)
	if err != nil {
		return call.method
	}
	segments := strings.Split(address.Path, "/")
	for i, segment := range segments {
		if strings.Trim(segment, "abcdefghijklmnopqrstuvwxyz-") != "" {
			segments[i] = "…"
		}
	}
	return strings.TrimSpace(call.method + " " + strings.Join(segments, "/"))
}
