package main

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// name is that of the program, which the scripts and tests of this package run as a command.
const name = "terraform-provider-parking"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){name: main})
}

// TestCommands runs the scripts of testdata: what the program says to people, and its exit codes.
func TestCommands(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"parking": parking, "sql": sql},
	})
}

// parking runs the program, whose exit code must be the first argument.
func parking(ts *testscript.TestScript, _ bool, args []string) {
	err, code := ts.Exec(name, args[1:]...), 0
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code, err = exit.ExitCode(), nil
	}
	ts.Check(err)
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// sql changes the database parking.db of a sandbox.
func sql(ts *testscript.TestScript, _ bool, args []string) {
	box, err := sandbox.Open(context.Background(), sandbox.Options{Database: ts.MkAbs("parking.db")})
	ts.Check(err)
	_, err = box.DB().ExecContext(context.Background(), args[0])
	ts.Check(errors.Join(err, box.Close()))
}
