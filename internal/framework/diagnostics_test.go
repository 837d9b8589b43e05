package framework

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// answered gives the error of a read of the operation op that is answered so.
func answered(status int, body string) *parking.Error {
	return failing(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	})
}

// failing gives the error of a read of the operation op that ends so.
func failing(end func(*http.Request) (*http.Response, error)) *parking.Error {
	client, err := parking.New(parking.Config{BaseURL: "https://service.test", Credential: "x", Transport: transport(end)})
	if err == nil {
		_, err = client.Placa(context.Background(), "A1", parking.Nothing)
	}
	e := parking.ErrorOf(err)
	e.Op = "op"
	return e
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func fail(status int) *parking.Error { return answered(status, `{"estado":"fail","error":"no"}`) }

func page(status int) *parking.Error { return answered(status, "<html>") }

func noAnswer(kind parking.Kind, sent bool, err error) *parking.Error {
	e := &parking.Error{Op: "op", Kind: kind, Outcome: parking.NotSent, Err: err}
	if sent {
		e.Outcome = parking.Unknown
	}
	return e
}

// Each kind of failure says what it means and what to do.
func TestTaskAddErrorAdvice(t *testing.T) {
	t.Parallel()
	over, cancel := limited(t.Context(), "update", 0)
	defer cancel()
	const unclear = "It is not known whether the service completed this request"
	for _, c := range []struct {
		name, verb     string
		err            error
		want, unwanted string
	}{
		{"refused", "create", fail(422), "correct it. If not, run again later", unclear},
		{"not found", "read", answered(404, `{"estado":"fail","error":"La placa no existe"}`), "names a value of your configuration", "Check the identifier"},
		{"denied import", "import", fail(404), "Check the identifier, then run again.", "correct it"},
		{"unauthorized", "create", fail(401), "PARKING_CREDENTIAL", unclear},
		{"forbidden", "create", fail(403), "credential_scheme", unclear},
		{"throttled", "create", fail(429), "max_concurrency", unclear},
		{"failed write", "update", fail(500), unclear, "Nothing was changed"},
		{"failed read", "read", fail(500), "Run again", unclear},
		{"failed import", "import", fail(500), "Run again", unclear},
		{"unreachable", "create", noAnswer(parking.Lost, false, errors.New("refused")), "Nothing was changed by this request. Check base_url, ca_cert_file", unclear},
		{"unreachable, at an address", "read", &parking.Error{Op: "op", Base: "https://parking.example.com/api", Kind: parking.Lost, Outcome: parking.NotSent, Err: errors.New("refused")},
			"Check base_url (https://parking.example.com/api), ca_cert_file", "{base_url}"},
		{"interrupted before", "create", noAnswer(parking.Interrupted, false, context.Canceled), "the run was interrupted before anything was sent.\n\nNothing was changed by this request. Run again.", "base_url"},
		{"interrupted", "update", noAnswer(parking.Interrupted, true, context.Canceled), "the run was interrupted before the answer.\n\n" + unclear, "connection was lost"},
		{"queued too long", "create", noAnswer(parking.Interrupted, false, context.DeadlineExceeded), "the operation timed out before anything was sent.\n\nNothing was changed by this request. Raise timeouts", "base_url"},
		{"took too long", "update", noAnswer(parking.Interrupted, true, context.DeadlineExceeded), "Raise timeouts in this block", "request_timeout"},
		{"took longer than declared", "update", noAnswer(parking.Interrupted, false, context.Cause(over)),
			"the operation timed out after 0s (timeouts.update) before anything was sent.\n\nNothing was changed by this request. Raise timeouts", unclear},
		{"slow write", "create", &parking.Error{Op: "op", Kind: parking.Timeout, Outcome: parking.MaybeRunning}, unclear, "nothing was changed"},
		{"slow read", "read", &parking.Error{Op: "op", Kind: parking.Timeout, Outcome: parking.MaybeRunning, Within: 10 * time.Minute},
			"within request_timeout (10m).\n\nIf the service is only slow, raise request_timeout (PARKING_REQUEST_TIMEOUT) above 10m.", unclear},
		{"page", "read", page(200), "or a proxy sent it", unclear},
		{"page of a firewall", "create", page(403), "Nothing was changed by this request. A proxy or firewall may have sent this. Check credential", "rejected the credential"},
		{"redirect", "read", page(302), "Set base_url (https://service.test) to the address that the service redirects to", unclear},
		{"no path", "read", &parking.Error{Op: "op", Kind: parking.NoEndpoint, Outcome: parking.NotSent}, "set endpoints.op in the provider block", unclear},
		{"lost, then unreachable", "update", &parking.Error{Op: "op", Kind: parking.Lost, Outcome: parking.Unknown, Err: errors.New("refused"), Earlier: noAnswer(parking.Lost, true, errors.New("cut"))}, unclear, "never reached"},
		{"lost, then not recorded", "update", &parking.Error{Op: "op", Kind: parking.Unrecorded, Outcome: parking.Unknown, Err: errors.New("full"), Earlier: noAnswer(parking.Lost, true, errors.New("cut"))}, unclear, "Nothing was changed"},
		{"too long", "read", &parking.Error{Op: "op", Kind: parking.TooLong, Outcome: parking.Accepted}, "List less with a filter", "developers"},
		{"contract", "read", parking.UnexpectedAnswer("op", "A11", "x"), "report this text", unclear},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var diags diag.Diagnostics
			Task{Verb: c.verb, Noun: "plate", Name: `"A1"`}.AddError(&diags, fmt.Errorf("around: %w", c.err))
			if len(diags) != 1 || diags[0].Summary() != "Unable to "+c.verb+" plate" {
				t.Fatalf("got %v, wanted one error, Unable to %s plate", diags, c.verb)
			}
			detail := diags[0].Detail()
			for _, part := range []string{"Could not " + c.verb + ` plate "A1"`, "around: op: ", c.want} {
				if !strings.Contains(detail, part) {
					t.Errorf("%q does not say %q", detail, part)
				}
			}
			if strings.Contains(detail, c.unwanted) {
				t.Errorf("%q says %q", detail, c.unwanted)
			}
		})
	}
}

// What was not tried names what other requests met, and says what to do.
func TestTaskNotTried(t *testing.T) {
	t.Parallel()
	diags := Task{Verb: "create", Noun: "plate", Name: `"A1"`}.Failure(&parking.Error{Op: "op", Kind: parking.Stopped, Message: "the service is down"})
	if diags[0].Summary() != `Not tried: plate "A1"` || diags[0].Detail() != "The service is down. Fix the cause, then run again." {
		t.Errorf("got %v", diags)
	}
}

// What is said of a write that could not be found fits how looking for it ended, and what the next run will do.
func TestTaskUnsettled(t *testing.T) {
	t.Parallel()
	lost := noAnswer(parking.Lost, true, errors.New("cut"))
	for name, c := range map[string]struct {
		outcome        parking.Outcome
		err, look      error
		want, unwanted string
	}{
		"probably not done": {parking.ProbablyNotDone, lost, nil, "operator of the service. No cleanup is needed.", "twice"},
		"still running":     {parking.MaybeRunning, lost, nil, "could do it twice. Wait a minute, then run again. No cleanup is needed: the next run looks first", "credential"},
		"not looked up":     {parking.Unknown, lost, lost, "Wait a minute, then run again. No cleanup is needed: the next run looks first, and continues from what it finds. To check by hand: GET /a.", "credential"},
		"refused":           {parking.Unknown, fail(409), lost, WaitAMinute, "credential"},
	} {
		var diags diag.Diagnostics
		Task{Verb: "create", Noun: "plate", Name: "A", Check: "GET /a"}.AddError(&diags,
			&parking.Error{Kind: parking.Unsettled, Outcome: c.outcome, Err: c.err, Look: c.look, Tries: 1})
		if len(diags) != 1 || !strings.Contains(diags[0].Detail(), c.want) || strings.Contains(diags[0].Detail(), c.unwanted) {
			t.Errorf("%s: %v does not say %q, or says %q", name, diags, c.want, c.unwanted)
		}
	}
}

// One error is shown once, however often it is given.
func TestTaskSameErrorTwice(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	for _, message := range []string{"no", "no", "other"} {
		Task{Verb: "create", Noun: "plate"}.AddError(&diags, answered(422, `{"estado":"fail","error":"`+message+`"}`))
	}
	if len(diags) != 2 {
		t.Errorf("got %v, wanted two errors", diags)
	}
}

// A write that is sent once: whether it may be done decides what is said, and nothing is said of what was rejected.
func TestOnceUnclear(t *testing.T) {
	t.Parallel()
	once := Once{Task: Task{Verb: "extend", Noun: "reservation"}, Did: "extended reservation 5", Shows: "the list", Again: "Import it."}
	for outcome, want := range map[parking.Outcome]string{
		parking.Refused: "", parking.ProbablyNotDone: "", parking.Unknown: "Unknown whether the service extended reservation 5",
		parking.MaybeRunning: "Unknown whether the service extended reservation 5", parking.Accepted: "No record: the service extended reservation 5",
	} {
		said, detail := "", ""
		unclear := once.Unclear(&parking.Error{Kind: parking.Lost, Op: "op", Outcome: outcome, Err: errors.New("cut")}, func(summary, text string) { said, detail = summary, text })
		if said != want || unclear != (want != "") {
			t.Errorf("outcome %d: got %t, %q, want %q", outcome, unclear, said, want)
		}
		for _, part := range []string{"not sent again", "check the list. Import it.", "op: the connection was lost"} {
			if want != "" && !strings.Contains(detail, part) {
				t.Errorf("outcome %d: %q does not say %q", outcome, detail, part)
			}
		}
	}
}
