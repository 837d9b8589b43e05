package parking

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Endpoints are the paths of operations that the document names without a path, by the name of the operation. One that
// is missing or empty is not configured: the operation then ends in a NoEndpoint error.
type Endpoints map[string]string

// Configured gives the NoEndpoint error with which an operation without a published path would end before anything is sent.
func (c *Client) Configured(operation string) error {
	if c.config.Endpoints[operation] == "" {
		return &Error{Op: operation, Kind: NoEndpoint, Outcome: NotSent}
	}
	return nil
}

// located gives the operation with its path.
func (c *Client) located(op operation) (operation, error) {
	if op.route != "" {
		return op, nil
	}
	op.route = c.config.Endpoints[op.name]
	return op, c.Configured(op.name)
}

// check rejects unknown operations and invalid paths.
func (e Endpoints) check() error {
	var names []string
	for _, op := range unpublished {
		names = append(names, op.name)
	}
	for name, path := range e {
		if !slices.Contains(names, name) {
			return fmt.Errorf("unknown endpoint %q; the endpoints are %s", name, strings.Join(names, ", "))
		}
		if err := CheckPath(path); path != "" && err != nil {
			return fmt.Errorf("the path of %s %w", name, err)
		}
	}
	return nil
}

var pathForm = regexp.MustCompile(`^/[^\s?#{}]*$`)

// CheckPath rejects what cannot be the path of an operation. Without its slash it would become part of the host name,
// and the credential would go to another host.
func CheckPath(path string) error {
	if !pathForm.MatchString(path) {
		return errors.New("must begin with / and hold no blanks, ?, # or braces")
	}
	return nil
}

// ParseBaseURL reads the address of a service. The error shows it without user and query, and not at all if it names no host: it may hold
// a password, or be the credential by mistake.
func ParseBaseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	if err != nil || base.Hostname() == "" {
		return nil, errors.New("must be of the form https://host[:port][/path]")
	}
	switch shown := (&url.URL{Scheme: base.Scheme, Host: base.Host, Path: base.Path}).String(); {
	case base.Scheme != "https" && base.Scheme != "http":
		return nil, fmt.Errorf("is %s, but must be of the form https://host[:port][/path]", shown)
	case base.User != nil || base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, fmt.Errorf("is %s with a user, password, query or fragment, and must hold none", shown)
	}
	return base, nil
}
