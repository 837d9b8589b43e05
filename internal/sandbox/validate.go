package sandbox

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const required, optional = true, false

// The readers below note what is wrong with a field and return nil for a field that is absent or wrong, so that a
// handler reads all its fields first and every problem is reported at once by check. They take the field out of the
// request: what is left over is unknown.

// bodyField takes the JSON of a body field, nil when it is absent.
func (c *call) bodyField(name string, must bool) *string {
	switch raw, present := c.body[name]; {
	case present:
		delete(c.body, name)
		return new(string(raw))
	case must:
		c.wrong.add(name, "El campo es obligatorio.")
	}
	return nil
}

// parsed gives what parse makes of a field that is present, or notes what the field must be.
func parsed[T any](c *call, name string, field *string, must string, parse func(string) (T, bool)) *T {
	if field == nil {
		return nil
	}
	value, ok := parse(*field)
	if !ok {
		c.wrong.add(name, must)
		return nil
	}
	return &value
}

func (c *call) integer(name string, field *string) *int64 {
	return parsed(c, name, field, "Debe ser un número entero", func(text string) (int64, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	})
}

// bodyInt reads an integer. Strings, fractions, exponents and null are refused.
func (c *call) bodyInt(name string, must bool) *int64 {
	return c.integer(name, c.bodyField(name, must))
}

// bodyFlag reads a boolean-like integer, 0 or 1.
func (c *call) bodyFlag(name string) *int64 {
	return parsed(c, name, c.bodyField(name, optional), "Debe ser 0 o 1", func(text string) (int64, bool) {
		return int64(text[0] - '0'), text == "0" || text == "1"
	})
}

// bodyBool reads a JSON boolean, false when absent.
func (c *call) bodyBool(name string) bool {
	on := parsed(c, name, c.bodyField(name, optional), "Debe ser true o false", func(text string) (bool, bool) {
		return text == "true", text == "true" || text == "false"
	})
	return on != nil && *on
}

// bodyText reads a string; a required one must not be blank.
func (c *call) bodyText(name string, must bool) *string {
	return c.text(name, must, parsed(c, name, c.bodyField(name, must), "Debe ser un texto", func(raw string) (text string, ok bool) {
		ok = raw != "null" && json.Unmarshal([]byte(raw), &text) == nil
		return text, ok
	}))
}

func (c *call) text(name string, must bool, text *string) *string {
	if text != nil && must && strings.TrimSpace(*text) == "" {
		c.wrong.add(name, "No puede estar vacío")
		return nil
	}
	return text
}

func (c *call) bodyPlaca(name string) *string {
	text := c.bodyText(name, required)
	if text == nil || !c.validPlaca(name, *text) {
		return nil
	}
	return text
}

// validPlaca notes what keeps text from being a plate: 1 to 20 characters, none of them a control character, no
// surrounding blanks. Plates are compared exactly.
func (c *call) validPlaca(name, text string) bool {
	n := utf8.RuneCountInString(text)
	switch {
	case n < 1 || n > 20:
		c.wrong.add(name, "Debe tener entre 1 y 20 caracteres")
	case strings.ContainsFunc(text, unicode.IsControl):
		c.wrong.add(name, "No puede contener caracteres de control")
	case strings.TrimSpace(text) != text:
		c.wrong.add(name, "No puede empezar ni terminar con espacios")
	default:
		return true
	}
	return false
}

// validEmail notes when text is no bare e-mail address.
func (c *call) validEmail(name string, text *string) {
	if text == nil {
		return
	}
	if a, err := mail.ParseAddress(*text); err != nil || a.Address != *text {
		c.wrong.add(name, "Debe ser un correo electrónico")
	}
}

var prefijoPattern = regexp.MustCompile(`^\+[0-9]{1,4}$`)

// queryField takes a query parameter, nil when it is absent.
func (c *call) queryField(name string, must bool) *string {
	values := c.query[name]
	delete(c.query, name)
	switch {
	case len(values) > 1:
		c.wrong.add(name, "El parámetro está repetido")
	case len(values) == 1:
		return &values[0]
	case must:
		c.wrong.add(name, "El parámetro es obligatorio")
	}
	return nil
}

// queryText reads a text parameter, which must not be blank.
func (c *call) queryText(name string, must bool) *string {
	return c.text(name, true, c.queryField(name, must))
}

func (c *call) queryInt(name string, must bool) *int64 {
	return c.integer(name, c.queryField(name, must))
}

// queryFloat reads a number between low and high.
func (c *call) queryFloat(name string, must bool, low, high float64) *float64 {
	rule := fmt.Sprintf("Debe ser un número entre %.0f y %.0f", low, high)
	return parsed(c, name, c.queryField(name, must), rule, func(text string) (float64, bool) {
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && f >= low && f <= high // which NaN is not
	})
}

// pathID reads the path element as an identifier; 0, which no thing has, when it is not one.
func (c *call) pathID(name string) int64 {
	if id := c.integer(name, &c.param); id != nil {
		return *id
	}
	return 0
}

// mustExist notes a reference to a row that there is not; a field that is absent or wrong refers to nothing.
func mustExist[T any](c *call, name string, id *T, rows string) {
	if id != nil && !c.found(rows, *id) {
		c.wrong.add(name, "No existe.")
	}
}

// mustNotExist notes what is wrong with a field where there is a row; one that is absent or wrong is NULL.
func (c *call) mustNotExist(name, text, rows string, args ...any) {
	if c.found(rows, args...) {
		c.wrong.add(name, text)
	}
}

// found reports whether there are rows, which are a table and a condition.
func (c *call) found(rows string, args ...any) (found bool) {
	if c.err == nil {
		c.err = c.db.QueryRowContext(c.ctx, statement("SELECT EXISTS (SELECT * FROM", rows, ")"), args...).Scan(&found)
	}
	return found
}

// check refuses the request when anything was wrong with it, fields and parameters nobody asked for included.
func (c *call) check() error {
	for name := range c.body {
		c.wrong.add(name, "Campo desconocido")
	}
	for name := range c.query {
		c.wrong.add(name, "Parámetro desconocido")
	}
	if len(c.wrong) > 0 {
		return invalid("Los datos enviados no son válidos.", c.wrong)
	}
	return nil
}
