package sandbox

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// tab is a page in headless Chromium, which is spoken to over its debugging pipe: JSON messages that end with a NUL. A
// library would bring more than the few commands that are needed here.
type tab struct {
	t        *testing.T
	in       *os.File
	out      *bufio.Reader
	sent     int
	session  string
	messages []string // what the console and the log of the browser say
}

// found is the path of a program, empty where there is none.
func found(program string) string {
	path, _ := exec.LookPath(program) // which is empty then
	return path
}

// browse opens address in a browser of its own.
func browse(t *testing.T, address string) *tab {
	t.Helper()
	browser := cmp.Or(found("chromium"), found("google-chrome"))
	if browser == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no chromium on PATH, and nothing may be skipped here")
		}
		t.Skip("no chromium on PATH")
	}
	theirIn, in, err := os.Pipe()
	must(t, err)
	out, theirOut, err := os.Pipe()
	must(t, err)
	profile := t.TempDir()
	command := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	command.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	must(t, command.Start())
	_, _ = theirIn.Close(), theirOut.Close()
	b := &tab{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		_, _ = in.WriteString(`{"id":0,"method":"Browser.close"}` + "\x00")
		_, _ = io.Copy(io.Discard, b.out) // the end of which is the browser's
		_, _ = in.Close(), out.Close()
		_ = command.Wait()
		for tries := 0; os.RemoveAll(profile) != nil && tries < 50; tries++ { // its helpers may still write for a moment
			time.Sleep(100 * time.Millisecond)
		}
	})
	var made struct{ TargetID, SessionID string }
	b.do("Target.createTarget", map[string]any{"url": "about:blank"}, &made)
	b.do("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true}, &made)
	b.session = made.SessionID
	b.do("Runtime.enable", nil, nil)
	b.do("Log.enable", nil, nil)
	b.do("Page.enable", nil, nil)
	b.do("Page.navigate", map[string]any{"url": address}, nil)
	return b
}

// do sends one command and waits for its result.
func (b *tab) do(method string, params map[string]any, result any) {
	b.t.Helper()
	b.sent++
	message := map[string]any{"id": b.sent, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	must(b.t, err)
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		line, err := b.out.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID            int
			Method        string
			Result, Error json.RawMessage
		}
		if err := json.Unmarshal(line[:len(line)-1], &answer); err != nil {
			b.t.Fatalf("%v in %s", err, line)
		}
		switch answer.Method {
		case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
			b.messages = append(b.messages, string(line[:len(line)-1]))
		}
		if answer.ID != b.sent {
			continue
		}
		if answer.Error != nil {
			b.t.Fatalf("%s: %s", method, answer.Error)
		}
		if result != nil {
			if err := json.Unmarshal(answer.Result, result); err != nil {
				b.t.Fatalf("%v in %s", err, answer.Result)
			}
		}
		return
	}
}

// eval gives the value of an expression, or of the promise that it is.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value T }
		ExceptionDetails json.RawMessage
	}
	b.do("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	return answer.Result.Value
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	if !eval[bool](b, `new Promise((done) => {
		const end = Date.now() + 60000;
		const look = () => (`+expression+`) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 20);
		look();
	})`) {
		b.t.Fatalf("never %s; the page is\n%s", expression, eval[string](b, `document.body.innerText`))
	}
}

// press presses one key.
func (b *tab) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": key}
		if key == "Tab" {
			params["windowsVirtualKeyCode"] = 9
		}
		if kind == "keyDown" && len(key) == 1 {
			params["text"] = key
		}
		b.do("Input.dispatchKeyEvent", params, nil)
	}
}
