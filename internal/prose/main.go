// Command prose checks what people read against the rules in styles, with Vale: Markdown files and their templates, and
// the strings of Go files. Its arguments are files and folders.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	findings, err := check(context.Background(), ".", os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	for _, f := range findings {
		fmt.Printf("%s:%d: %s: %s\n", f.file, f.line, f.rule, f.message)
	}
	if len(findings) > 0 {
		fmt.Fprintf(os.Stderr, "prose: %d findings\n", len(findings))
		os.Exit(1)
	}
}

// finding is a place where a text breaks a rule.
type finding struct {
	file          string
	line          int
	rule, message string
}

// check runs Vale once over the texts of all files, with the rules of the repository at root.
func check(ctx context.Context, root string, paths []string) ([]finding, error) {
	files, err := filesOf(paths)
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "prose")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch) //nolint:errcheck // what stays in the temporary folder changes no result.

	pages, names := make([]page, len(files)), make([]string, len(files))
	for i, file := range files {
		if names[i], pages[i], err = pageOf(scratch, file); err != nil {
			return nil, err
		}
	}
	alerts, err := vale(ctx, root, names)
	if err != nil {
		return nil, err
	}
	var findings []finding
	for i, p := range pages {
		for _, a := range alerts[names[i]] {
			findings = append(findings, finding{p.file, p.line(a.Line), a.Check, a.Message})
		}
	}
	return findings, nil
}

// filesOf lists the files that hold texts, of the folders among the paths as well.
func filesOf(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error { //nolint:gosec // G703: the Makefile names it.
			if err != nil || entry.IsDir() {
				return err
			}
			switch filepath.Ext(file) {
			case ".md", ".tmpl", ".go":
				if !strings.HasSuffix(file, "_test.go") {
					files = append(files, file)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// page is what Vale reads of a file.
type page struct {
	file  string
	lines []int // of a Go file: its line for each line of the page
}

func (p page) line(n int) int {
	if p.lines == nil {
		return n
	}
	return p.lines[n-1]
}

// pageOf returns the name under which Vale reads a file. For a Go file that is a page in scratch with a paragraph for each
// text.
func pageOf(scratch, file string) (string, page, error) {
	if filepath.Ext(file) != ".go" {
		name, err := filepath.Abs(file)
		return name, page{file: file}, err
	}
	texts, err := textsOf(file)
	if err != nil {
		return "", page{}, err
	}
	p := page{file: file, lines: []int{}}
	var body strings.Builder
	for _, t := range texts {
		paragraph := t.words + "\n\n"
		body.WriteString(paragraph)
		p.lines = append(p.lines, slices.Repeat([]int{t.line}, strings.Count(paragraph, "\n"))...)
	}
	name := filepath.Join(scratch, strings.ReplaceAll(file, string(filepath.Separator), "-")+".md")
	return name, p, os.WriteFile(name, []byte(body.String()), 0o600) //nolint:gosec // G703: the folder is this program's own.
}

// alert is a finding as Vale writes it.
type alert struct {
	Check, Message string
	Line           int
}

func vale(ctx context.Context, root string, files []string) (map[string][]alert, error) {
	arguments := append([]string{"tool", "-modfile=internal/tools/prose/go.mod", "vale",
		"--no-global", "--no-exit", "--output=JSON", "--config=.vale.ini"}, files...)
	command := exec.CommandContext(ctx, "go", arguments...) //nolint:gosec // G204: the Makefile names the files.
	command.Dir = root
	var failure bytes.Buffer
	command.Stderr = &failure
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("vale: %w: %s%s", err, output, failure.Bytes())
	}
	alerts := make(map[string][]alert)
	return alerts, json.Unmarshal(output, &alerts)
}
