package framework

import (
	"cmp"
	"encoding/json"
)

// A restCall is the request that a generic provider keeps, in the same form for each of them.
type restCall struct {
	id     string // in the old state, to name it
	method string // empty if the state does not tell
	url    string
	sent   []byte   // its body, or a later answer
	answer []byte   // what was answered to it
	reads  [][]byte // what was answered to later requests, perhaps about another object
}

// restStates are the types that can be moved, with the schema versions that have the same form. Older ones are among
// them, since the newest releases fail to upgrade them. The address of the provider is not compared: OpenTofu sends
// another one until 1.12.3, and later from the second instance of a for_each on. The credential is in other attributes,
// which are never decoded.
var restStates = map[string]struct {
	oldest, newest int64
	read           func(state []byte) (restCall, error)
}{
	"restapi_object":    {0, 0, readRestapi},   // Mastercard/restapi 2.0.1 to 3.0.0
	"restful_resource":  {1, 2, readRestful},   // magodo/restful 0.14.0 to 0.25.2
	"terracurl_request": {0, 1, readTerracurl}, // devops-rob/terracurl 1.2.2 to 2.3.0
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
