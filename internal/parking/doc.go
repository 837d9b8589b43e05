// Package parking is a typed client of the municipal on-street parking service.
//
// # Where to begin
//
// One file holds one area of the service: placas.go, vehiculos.go, reservas.go and so on. What every call has in common
// is in few files, to be read in this order:
//
//   - operations.go: what each operation may do twice, and what it returns.
//   - chain.go: [Client.do] sends a call down the chain.
//   - errors.go: [Error], the one error, with its [Kind] and its [Outcome]. classify.go: how both are found, once, where
//     the end of one try is read.
//   - retry.go: whether a try is repeated within one call. once.go: carryOut sends a write that must not take effect
//     twice, looks for it after a lost answer, and sends it again if it is not there and may be sent more than once.
//   - meaning.go: what a denied read means. control.go: how something that cannot exist is denied.
//   - breaker.go: no request is sent where one cause fails them all. memo.go: equal reads are sent once, and those of data
//     sources once a run. try.go: one try, how much of its answer is read, and whether it left.
//   - records.go: reads one record. pages.go: reads a list, and decides when it is complete. find.go: where records are in an
//     answer that the document does not show.
//   - envelope.go: what came. audit.go: what the audit log says of a write. notes.go: what the user is told beside how a
//     call ended.
//
// What needs no client is in packages below: decode reads JSON, flow limits the requests in flight, redact hides what must
// not be shown, audit keeps the file.
//
// # Reading vehicles
//
// The service offers a list by pages, a filter by plate and a read by identifier. vehiculos.go has a method for each, which
// remembers nothing: [Client.Vehiculos], [Client.FindVehiculo], [Client.Vehiculo]. What a run asks of one client costs less when it
// is asked together: [Client.ReadVehiculo], [Client.LookForVehiculo] (before a creation) and [Client.ReadVehiculos] share what is
// known of its links. links.go decides how a read is answered, and what proves that a vehicle does not exist. [Client.Expect] announces
// reads, so that they pay for the listing together.
//
// # Reservations and sanctions
//
// What is written about them is about money, so it is sent once, and looked up for up to a minute after a lost answer:
// reservas_write.go, sanciones.go. A reservation has no direct read, so reservas_find.go looks it up in two lists.
//
// # Assumptions
//
// What the client assumes where the interface description is silent has a number, which the code cites: ASSUMPTIONS.md.
package parking
