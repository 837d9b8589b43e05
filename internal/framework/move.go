package framework

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

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
	Address  string   // of an import block that replaces the move
	ImportID string   // what that block names
	Personal bool     // its identifiers are personal data
	// Set sets the attributes that are told, and the identity. It gives the names of fields that are missing or wrong.
	Set func(context.Context, Told, *resource.MoveStateResponse) []string
}

// Movers gives the movers of a resource.
func (m Move) Movers() []resource.StateMover { return []resource.StateMover{{StateMover: m.move}} }

// A restCall is the request that a generic provider keeps, in the same form for each of them.
type restCall struct {
	id     string // in the old state, to name it
	method string // empty if the state does not tell
	url    string
	sent   []byte   // its body, or a later answer
	answer []byte   // what was answered to it
	reads  [][]byte // what was answered to later requests, perhaps about another object
}

// restStates are the types that can be moved, with the schema version of the provider's newest release. The address of
// the provider is not compared: OpenTofu sends another one until 1.12.3, and later from the second instance of a
// for_each on. The credential is in other attributes, which are never decoded.
var restStates = map[string]struct {
	version int64
	read    func(state []byte) (restCall, error)
}{
	"restapi_object":    {0, readRestapi},   // Mastercard/restapi 3.0.0
	"restful_resource":  {2, readRestful},   // magodo/restful 0.25.2
	"terracurl_request": {1, readTerracurl}, // devops-rob/terracurl 2.3.0
}

// readRestapi: a refresh overwrites data, the body, with the answer. Which answer create_response is depends on the
// provider block.
func readRestapi(state []byte) (restCall, error) {
	var s struct {
		ID             string `json:"id"`
		Path           string `json:"path"`
		CreatePath     string `json:"create_path"`
		CreateMethod   string `json:"create_method"`
		Data           string `json:"data"`
		APIResponse    string `json:"api_response"`
		CreateResponse string `json:"create_response"`
	}
	err := json.Unmarshal(state, &s)
	return restCall{id: s.ID, method: s.CreateMethod, url: cmp.Or(s.CreatePath, s.Path), sent: []byte(s.Data),
		reads: [][]byte{[]byte(s.APIResponse), []byte(s.CreateResponse)}}, err
}

func readRestful(state []byte) (restCall, error) {
	type dynamic struct {
		Value json.RawMessage `json:"value"`
	}
	var s struct {
		ID              string  `json:"id"`
		Path            string  `json:"path"`
		CreateMethod    string  `json:"create_method"`
		Body            dynamic `json:"body"`
		Output          dynamic `json:"output"`
		SensitiveOutput dynamic `json:"sensitive_output"`
	}
	err := json.Unmarshal(state, &s)
	return restCall{id: s.ID, method: s.CreateMethod, url: s.Path, sent: s.Body.Value,
		reads: [][]byte{s.Output.Value, s.SensitiveOutput.Value}}, err
}

func readTerracurl(state []byte) (restCall, error) {
	var s struct {
		ID       string `json:"id"`
		URL      string `json:"url"`
		Method   string `json:"method"`
		Body     string `json:"request_body"`
		Response string `json:"response"`
		SkipRead *bool  `json:"skip_read"`
	}
	err := json.Unmarshal(state, &s)
	call := restCall{id: s.ID, method: s.Method, url: s.URL, sent: []byte(s.Body)}
	if s.SkipRead == nil || *s.SkipRead {
		call.answer = []byte(s.Response)
	} else {
		call.reads = [][]byte{[]byte(s.Response)}
	}
	return call, err
}

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

// Text gives a text, or null.
func (t Told) Text(name string) types.String {
	if t[name] == "" {
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
	if req.SourceSchemaVersion != source.version {
		refuse(fmt.Sprintf(moveVersionText, req.SourceSchemaVersion, source.version))
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
	if missing := m.Set(ctx, told, resp); len(missing) > 0 {
		refuse(named + fmt.Sprintf(moveMissingText, strings.Join(missing, ", ")))
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

// MoveTo sets one attribute of the moved state.
func MoveTo(ctx context.Context, resp *resource.MoveStateResponse, name string, value any) {
	resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root(name), value)...)
}
