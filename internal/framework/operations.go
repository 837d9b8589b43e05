package framework

import "strings"

// Asks is the paragraph of a description that names the operations of the service that a resource
// calls.
func Asks(operations ...string) string {
	return "\n\nOperations of the service: `" + strings.Join(operations, "`, `") + "` ([what each is](../guides/operations))."
}
