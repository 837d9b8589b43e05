//go:build unix

package gitops

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// values are what the expressions of a workflow may ask for, by name. GitHub takes what is missing as empty; secrets and
// variables may not be missing here.
type values map[string]string

var (
	expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)
	token      = regexp.MustCompile(`'[^']*'|&&|\|\||==|!=|[()!]|[\w.-]+(?:\(\))?`)
)

// expand replaces the expressions of a text.
func (v values) expand(t *testing.T, text string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(found string) string { return v.evaluate(t, found) })
}

// holds evaluates a condition. Without a word on success, GitHub adds that everything before succeeded.
func (v values) holds(t *testing.T, condition string) bool {
	t.Helper()
	if !regexp.MustCompile(`(always|cancelled|failure|success)\(\)`).MatchString(condition) {
		if v["success()"] != "true" {
			return false
		}
		if condition == "" {
			return true
		}
	}
	return truth(v.evaluate(t, condition))
}

func truth(value string) bool { return value != "" && value != "false" }

// evaluate gives the value of an expression: names, texts, ==, !=, !, &&, || and parentheses.
func (v values) evaluate(t *testing.T, text string) string {
	t.Helper()
	if inner := expression.FindStringSubmatch(text); inner != nil {
		text = inner[1]
	}
	if left := strings.TrimSpace(token.ReplaceAllString(text, "")); left != "" {
		t.Fatalf("%s: what is %q?", text, left)
	}
	p := &parser{t, v, token.FindAllString(text, -1)}
	value := p.or()
	if len(p.rest) > 0 {
		t.Fatalf("%s: %q is left", text, p.rest)
	}
	return value
}

type parser struct {
	t      *testing.T
	values values
	rest   []string
}

func (p *parser) next(token string) bool {
	if len(p.rest) == 0 || p.rest[0] != token {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) or() string {
	left := p.and()
	for p.next("||") {
		if right := p.and(); !truth(left) {
			left = right
		}
	}
	return left
}

func (p *parser) and() string {
	left := p.equal()
	for p.next("&&") {
		if right := p.equal(); truth(left) {
			left = right
		}
	}
	return left
}

func (p *parser) equal() string {
	left := p.value()
	switch {
	case p.next("=="):
		return fmt.Sprint(left == p.value())
	case p.next("!="):
		return fmt.Sprint(left != p.value())
	}
	return left
}

func (p *parser) value() string {
	switch {
	case p.next("!"):
		return fmt.Sprint(!truth(p.value()))
	case p.next("("):
		value := p.or()
		if !p.next(")") {
			p.t.Fatalf("no ) before %q", p.rest)
		}
		return value
	case len(p.rest) == 0:
		p.t.Fatal("an expression ends too early")
	}
	name := p.rest[0]
	p.rest = p.rest[1:]
	if text, is := strings.CutPrefix(name, "'"); is {
		return strings.TrimSuffix(text, "'")
	}
	if name == "always()" {
		return "true"
	}
	value, known := p.values[name]
	if scope, _, _ := strings.Cut(name, "."); !known && (scope == "secrets" || scope == "vars") {
		p.t.Errorf("%s is not in this environment", name)
	}
	return value
}
