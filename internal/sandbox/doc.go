// Package sandbox is the parking service itself, embedded: an http.Handler over a SQLite store that answers every
// operation of the service, its quirks included, and makes its own choices where the interface is not published.
//
// It is used three ways: in tests, as a command that listens on loopback ([Main]), and in-process as an
// http.RoundTripper, so that a configuration can be tried with no network at all.
//
// It is strict, so that a client cannot get away with a sloppy request: fields and query parameters it does not know,
// wrong JSON types, blank required fields and missing headers are refused, all problems of a request at once. It can
// also be slow ([Latency]), fail and lie on purpose ([Fault]), and keeps a journal of every request ([Entry]).
//
// The package deliberately knows nothing of the client in this module: routes and JSON field names are spelled here a
// second time, so that a wrong name on one side fails a test instead of passing on both.
package sandbox
