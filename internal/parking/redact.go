package parking

import "fmt"

// What holds the credential or personal data shows nothing of it when it is printed, whatever the verb: in a log, an
// error, or the text of a panic. fmt follows no pointer below the first level, so the records, whose fields are
// pointers, need no method. It asks no method of what stands in an unexported field, so whatever has such a value there
// needs one of its own.

// Format shows the type alone.
func (Config) Format(s fmt.State, _ rune) { hide(s, "parking.Config") }

// Format shows the type alone.
func (*Client) Format(s fmt.State, _ rune) { hide(s, "*parking.Client") }

// Format shows the type alone.
func (ClienteRequest) Format(s fmt.State, _ rune) { hide(s, "parking.ClienteRequest") }

// Format shows the type alone.
func (TokenRequest) Format(s fmt.State, _ rune) { hide(s, "parking.TokenRequest") }

// Format shows the type alone.
func (TokenAnswer) Format(s fmt.State, _ rune) { hide(s, "parking.TokenAnswer") }

// Format shows the operation alone.
func (c call) Format(s fmt.State, _ rune) { hide(s, "call of "+c.op.name) }

func hide(s fmt.State, what string) { _, _ = fmt.Fprint(s, what, masked) }
