//go:build prose

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExamples holds the rules to the examples that they were made from: every text on the left is found, none on the right.
func TestExamples(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/examples.md")
	if err != nil {
		t.Fatal(err)
	}
	var before, after []string
	for _, row := range strings.Split(strings.TrimSpace(string(table)), "\n")[2:] {
		left, right, ok := strings.Cut(strings.Trim(row, "| "), " | ")
		if !ok {
			t.Fatalf("no two columns: %s", row)
		}
		before, after = append(before, left), append(after, right)
	}
	for i, rules := range rulesBroken(t, before) {
		if len(rules) == 0 {
			t.Errorf("not found: %s", before[i])
		}
	}
	for i, rules := range rulesBroken(t, after) {
		if len(rules) > 0 {
			t.Errorf("%v in: %s", rules, after[i])
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	const long = "One two three four five six seven eight nine ten one two three four five six seven eight nine ten one two three four"
	tests := []struct {
		words string
		rule  string // "" where the text is right
	}{
		{long + " five six.", "Length"},
		{long + " five. Six.", ""},
		{long + " `five is code, and counts once`.", ""},
		{"| cell |\n|---|\n| " + long + " five six |", "Length"},
		{"- " + long + " five six", "Length"},
		{"The record that has it not.", "Turns"},
		{"Each value is kept as whatever it is.", "Turns"},
		{"It shows what a refresh cannot is.", "Turns"},
		{"The state lets the plate go.", "Turns"},
		{"The error stands on its attribute.", "Turns"},
		{"The plate is no duplicate.", "Turns"},
		{"What nobody asked for is not read.", "Turns"},
		{"The postcondition has it fail.", "Turns"},
		{"It drops a line with no word.", "Turns"},
		{"What it costs shows the guide.", "Order"},
		{"The plate is no longer registered.", ""},
		{"There may be no operation to delete a plate.", ""},
		{"There is no operation to delete a plate.", ""},
		{"The value is not to be changed.", "Turns"},
		{"The plate is registered already.", "Turns"},
		{"The plate already exists.", ""},
		{"Only plates alone.", "Turns"},
		{"It leaves the plate alone.", ""},
		{"Taking the plate over changes nothing.", "Terms"},
		{"The credential was refused.", "Terms"},
		{"Connection refused.", ""},
		{"`refused` is a status.", ""},
		{"If the attribute is left out, it stays.", "Terms"},
		{"The request was throttled.", "Terms"},
		{"A mandatory attribute.", "Terms"},
		{"Into the state there are two ways.", "Order"},
		{"Not declared anywhere, it stays.", "Terms"},
		{"Not imported, it is created.", "Order"},
		{"The behavior changes.", "Spelling"},
		{"The attributes color and modelo changed.", ""},
		{"The service says so.. Apply again.", "Stops"},
		{"What {{ told }} shows.", ""},
		{"All files but for one are written.", "Turns"},
		{"A handler needs not ask.", "Turns"},
		{"A few tries later it stops.", "Turns"},
		{"It stops two minutes later.", ""},
		{"It was rejected by three in a row.", "Turns"},
		{"Three answers in a row reject it.", ""},
		{"It was asked twice, the last with an error.", "Turns"},
	}
	paragraphs := make([]string, len(tests))
	for i, test := range tests {
		paragraphs[i] = test.words
	}
	for i, rules := range rulesBroken(t, paragraphs) {
		switch want := tests[i].rule; {
		case want == "" && len(rules) > 0:
			t.Errorf("%v in: %s", rules, tests[i].words)
		case want != "" && !slices.Contains(rules, "Parking."+want):
			t.Errorf("%v, without %s, in: %s", rules, want, tests[i].words)
		}
	}
}

// rulesBroken names the rules that each paragraph breaks. All of them are one page, so that Vale starts once.
func rulesBroken(t *testing.T, paragraphs []string) [][]string {
	t.Helper()
	broken := make([][]string, len(paragraphs))
	var paragraphOf []int // by line, from 1
	for i, p := range paragraphs {
		paragraphOf = append(paragraphOf, slices.Repeat([]int{i}, strings.Count(p, "\n")+2)...)
	}
	for _, f := range findings(t, "page.md", strings.Join(paragraphs, "\n\n")) {
		i := paragraphOf[f.line-1]
		broken[i] = append(broken[i], f.rule)
	}
	return broken
}

func findings(t *testing.T, name, content string) []finding {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := check(t.Context(), "../..", []string{file})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestGoFile finds what strings of a Go file break, at the line of the string.
func TestGoFile(t *testing.T) {
	t.Parallel()
	found := findings(t, "a.go", `package a

import "fmt"

// What comments were told is not checked.
const summary = "Reservation %s is paid already"

func detail(id string) string {
	other("Payment not told")
	return fmt.Sprintf("The credential was not "+
		"taken over (%s). ", id) + id + " Apply again."
}
`)
	var places []string
	for _, f := range found {
		places = append(places, fmt.Sprintf("%d %s", f.line, f.rule))
	}
	want := []string{"6 Parking.Turns", "9 Parking.Turns", "10 Parking.Terms"}
	if !slices.Equal(places, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

func TestTextsOf(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.go")
	const source = `package a

type a struct {
	b string ` + "`tfsdk:\"b\"`" + `
}

var (
	short  = "two words"
	joined = "Plate %q " + short + " was rejected " + f("by the %-5d%% service") + "."
	apart  = "Nothing was changed. %s %s To check: %[2]s."
	raw    = ` + "`first line\nsecond line`" + `
)
`
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	texts, err := textsOf(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []text{
		{9, "by the X% service"},
		{9, "Plate X X was rejected X."},
		{10, "Nothing was changed. X. X. To check: X."},
		{11, "first line\nsecond line"},
	}
	if !slices.Equal(texts, want) {
		t.Errorf("texts %+v, want %+v", texts, want)
	}
}
