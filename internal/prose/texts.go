package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// text is a string of a Go file as its reader sees it, with an "X" for each value that is filled in later.
type text struct {
	line  int
	words string
}

// fewestWords a string must have to count as a text: shorter ones are mostly names and paths.
const fewestWords = 3

// textsOf lists the texts of a Go file. Literals that are joined by + are one text.
func textsOf(file string) ([]text, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var texts []text
	add := func(at ast.Expr, format string) {
		if words := filledIn(format); len(strings.Fields(words)) >= fewestWords {
			texts = append(texts, text{files.Position(at.Pos()).Line, words})
		}
	}
	var visit func(ast.Node) bool
	visit = func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BasicLit:
			if part, ok := literal(node); ok {
				add(node, part)
			}
		case *ast.BinaryExpr:
			var format strings.Builder
			literals := 0
			for _, operand := range operands(node) {
				if part, ok := literal(operand); ok {
					format.WriteString(part)
					literals++
					continue
				}
				format.WriteString("%s")
				ast.Inspect(operand, visit)
			}
			if literals > 0 {
				add(node, format.String())
			}
			return false
		}
		return true
	}
	ast.Inspect(parsed, visit)
	return texts, nil
}

// operands lists what an expression joins by +.
func operands(e ast.Expr) []ast.Expr {
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return append(operands(sum.X), operands(sum.Y)...)
	}
	return []ast.Expr{e}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(lit.Value)
	return value, err == nil
}

var (
	verb = regexp.MustCompile(`%%|%[-+#0-9.]*(\[\d+\])?[a-zA-Z]`)
	// A value before a capital letter or another value is mostly a sentence of its own.
	sentence = regexp.MustCompile(`(^|[.:] )X( [A-Z])`)
)

// filledIn replaces the verbs of a format. Two values in a row need two passes.
func filledIn(format string) string {
	words := verb.ReplaceAllStringFunc(format, func(verb string) string {
		if verb == "%%" {
			return "%"
		}
		return "X"
	})
	for range 2 {
		words = sentence.ReplaceAllString(words, "${1}X.$2")
	}
	return words
}
