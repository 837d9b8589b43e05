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
	client, err := parking.New(parking.Config{BaseURL: "https://service.test", Credential: "x",
		Transport: transport(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
		})})
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

// Each kind of failure says what it means and what to do, once.
func TestTaskAddErrorAdvice(t *testing.T) {
	t.Parallel()
	over, cancel := limited(t.Context(), "update", 0)
	defer cancel()
	const unchanged = "Nothing was changed by this request. "
	unclear := func(remedy string) string { return fmt.Sprintf(outcomeUnknownText, NextRunAdopts, remedy) }
	at := func(text string) string { return strings.ReplaceAll(text, "{base_url}", "https://service.test") }
	nowhere := func(text string) string { return strings.ReplaceAll(text, " ({base_url})", "") }
	lost := noAnswer(parking.Lost, true, errors.New("cut"))
	twice := fmt.Sprintf(unsettledText+CheckByRequest, NextRunAdopts, "GET /a")
	unsettled := func(outcome parking.Outcome, err, look error) error {
		return &parking.Error{Kind: parking.Unsettled, Outcome: outcome, Err: err, Look: look, Tries: 1}
	}
	slow := &parking.Error{Op: "op", Kind: parking.Timeout, Outcome: parking.MaybeRunning, Within: 10 * time.Minute}
	aboveTen := strings.ReplaceAll(nowhere(raiseRequestTimeoutText), "{within}", "10m")
	lostAnd := func(kind parking.Kind) error {
		return &parking.Error{Op: "op", Kind: kind, Outcome: parking.Unknown, Err: errors.New("later"), Earlier: lost}
	}
	for _, c := range []struct {
		name, verb string
		err        error
		want       string
	}{
		{"refused", "create", fail(422), correctText},
		{"not found", "read", answered(404, `{"estado":"fail","error":"La placa no existe"}`), correctText},
		{"denied import", "import", fail(404), CheckIdentifier},
		{"unauthorized", "create", fail(401), unchanged + credentialRejectedText},
		{"forbidden", "create", fail(403), unchanged + credentialRejectedText},
		{"throttled", "create", fail(429), unchanged + rateLimitedText},
		{"failed write", "update", fail(500), unclear(RunAgainOrAsk)},
		{"failed read", "read", fail(500), RunAgainOrAsk},
		{"failed import", "import", fail(500), RunAgainOrAsk},
		{"unreachable", "create", noAnswer(parking.Lost, false, errors.New("refused")), unchanged + nowhere(CheckAddress)},
		{"unreachable, at an address", "read", &parking.Error{Op: "op", Base: "https://service.test", Kind: parking.Lost,
			Outcome: parking.NotSent, Err: errors.New("refused")}, at(CheckAddress)},
		{"interrupted before", "create", noAnswer(parking.Interrupted, false, context.Canceled), unchanged + RunAgain},
		{"interrupted", "update", noAnswer(parking.Interrupted, true, context.Canceled), unclear(RunAgain)},
		{"queued too long", "create", noAnswer(parking.Interrupted, false, context.DeadlineExceeded), unchanged + raiseTimeoutsText},
		{"took too long", "update", noAnswer(parking.Interrupted, true, context.DeadlineExceeded), unclear(raiseTimeoutsText)},
		{"took longer than declared", "update", noAnswer(parking.Interrupted, true, context.Cause(over)), unclear(raiseTimeoutsText)},
		{"slow write", "create", slow, unclear(aboveTen)},
		{"slow read", "read", slow, aboveTen},
		{"page", "read", page(200), at(notTheServiceText)},
		{"page of a firewall", "create", page(403), unchanged + at(accessDeniedText)},
		{"redirect", "read", page(302), at(FollowAddress)},
		{"no path", "read", &parking.Error{Op: "op", Kind: parking.NoEndpoint, Outcome: parking.NotSent},
			"Ask the operator of the service for the path, and set endpoints.op in the provider block."},
		{"lost, then unreachable", "update", lostAnd(parking.Lost), unclear(RunAgainOrAsk)},
		{"lost, then not recorded", "update", lostAnd(parking.Unrecorded), unclear(remedies[parking.Unrecorded])},
		{"too long", "read", &parking.Error{Op: "op", Kind: parking.TooLong, Outcome: parking.Accepted}, remedies[parking.TooLong]},
		{"contract", "read", parking.UnexpectedAnswer("op", "A11", "x"), contractText},
		{"probably not done", "create", unsettled(parking.ProbablyNotDone, lost, nil), RunAgainOrAsk + " No cleanup is needed."},
		{"still running", "create", unsettled(parking.MaybeRunning, lost, nil), twice},
		{"not looked up", "create", unsettled(parking.Unknown, lost, lost), twice},
		{"refused, not looked up", "create", unsettled(parking.Unknown, fail(409), lost), twice},
	} {
		var diags diag.Diagnostics
		for range 2 {
			Task{Verb: c.verb, Noun: "plate", Name: `"A1"`, Check: "GET /a"}.AddError(&diags, fmt.Errorf("around: %w", c.err))
		}
		if len(diags) != 1 || diags[0].Summary() != "Unable to "+c.verb+" plate" {
			t.Fatalf("%s: got %v, wanted one error, Unable to %s plate", c.name, diags, c.verb)
		}
		happened, advice, _ := strings.Cut(diags[0].Detail(), "\n\n")
		if begins := "Could not " + c.verb + ` plate "A1": around: op: `; !strings.HasPrefix(happened, begins) || advice != c.want {
			t.Errorf("%s: got\n%s\n%s\nwanted\n%s…\n%s", c.name, happened, advice, begins, c.want)
		}
	}
	for err, want := range map[error]string{
		context.Canceled:    "op: the run was interrupted before anything was sent",
		context.Cause(over): "op: the operation timed out after 0s (timeouts.update) before anything was sent",
	} {
		if got := noAnswer(parking.Interrupted, false, err).Error(); got != want {
			t.Errorf("got %q, wanted %q", got, want)
		}
	}
}

// What was not tried names what other requests met, and says what to do.
func TestTaskNotTried(t *testing.T) {
	t.Parallel()
	stopped := &parking.Error{Op: "op", Kind: parking.Stopped, Message: "the service is down"}
	diags := Task{Verb: "create", Noun: "plate", Name: `"A1"`}.Failure(stopped)
	if diags[0].Summary() != `Not tried: plate "A1"` || diags[0].Detail() != "The service is down. Fix the cause, then run again." {
		t.Errorf("got %v", diags)
	}
}

// A write that is sent once: whether it may be done decides what is said, and nothing is said of what was rejected.
func TestOnceUnclear(t *testing.T) {
	t.Parallel()
	once := Once{Task: Task{Verb: "extend", Noun: "reservation"}, Did: "extended it", Shows: "the list", Again: "Import it."}
	for outcome, want := range map[parking.Outcome]string{
		parking.Refused: "", parking.ProbablyNotDone: "", parking.Accepted: "No record: the service extended it",
		parking.Unknown: "Unknown whether the service extended it", parking.MaybeRunning: "Unknown whether the service extended it",
	} {
		said, detail := "", ""
		err := &parking.Error{Kind: parking.Lost, Op: "op", Outcome: outcome, Err: errors.New("cut")}
		unclear := once.Unclear(err, func(summary, text string) { said, detail = summary, text })
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
