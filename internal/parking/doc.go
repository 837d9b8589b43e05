// Package parking is a typed client of the municipal on-street parking service.
//
// # Where to begin
//
// One file holds one area of the service: placas.go, vehiculos.go, reservas.go and so on. What every call has in common
// is in few files, to be read in this order:
//
//   - operations.go: what each operation may do twice, and what it returns.
//   - chain.go: [Client.do] sends a call down the chain, and readRecord reads the record that comes back.
//   - errors.go: [Error], the one error, with its [Kind] and its [Outcome]. classify.go: how both are found, once, where the end of one
//     try is read.
//   - retry.go: whether a try is repeated within one call. once.go: carryOut sends a write that must not take effect twice, looks for
//     it after a lost answer, and sends it again if it is not there and may be sent more than once.
//   - meaning.go: what a denied read means. control.go: how something that cannot exist is denied.
//   - breaker.go: no request is sent where one cause fails them all. memo.go: equal reads are sent once, and those of data sources once
//     a run. turns.go: what must not run beside another call about the same. chain.go also: one try, how much of its answer is read,
//     and whether it left.
//   - records.go: what a record is. pages.go: reads a list, and decides when it is complete. links.go: the vehicles of one client.
//     find.go: where records are in an answer that the document does not show.
//   - envelope.go: what came. audit.go: what the audit log says of a write. notes.go: what the user is told beside how a call ended.
//
// What needs no client is in packages below: decode reads JSON, flow limits the requests in flight, redact hides what must
// not be shown, audit keeps the file. What is assumed has a number, which the code cites: ASSUMPTIONS.md.
package parking
