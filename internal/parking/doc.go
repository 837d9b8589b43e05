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
// The service offers a list by pages, a filter by plate and a read by identifier. vehiculos.go has a method for each of
// them, which remembers nothing: [Client.Vehiculos], [Client.FindVehiculo] and [Client.Vehiculo].
// [Client.EachVehiculosPage] gives the list page by page.
//
// What a run asks of one client costs less when it is asked together. [Client.ReadVehiculo], [Client.LookForVehiculo]
// (before a creation) and [Client.ReadVehiculos] (all of them) share what is known of the client's links. links.go decides
// whether a read is answered from that, with the filter or from the listing, which it reads; links_facts.go
// remembers what it shows; links_look.go says what proves that a vehicle does not exist. [Client.Expect] announces reads,
// so that they pay for the listing together.
//
// # Reservations and sanctions
//
// What is written about them is about money, so it is sent once, and looked up for up to a minute after a lost answer.
// reservas_write.go and sanciones.go do so, for resources and actions alike. The service has no direct read of a reservation,
// only a list of the active ones and one of all: reservas_find.go looks one up in them.
//
// # Assumptions
//
// The service is partly undocumented. What the client assumes where its interface description is silent is listed here,
// once; the code cites the number.
//
//   - A1: the credential is sent alone in the Authorization header, unless a scheme is configured.
//   - A2: any HTTP status may carry either envelope. The envelope decides, and no word in it but ok and fail.
//   - A3: any list may have pages, catalogues and favourites too, selected with the query parameter page. current_page is
//     checked, so a service that ignores the parameter is an error and never a loop or a loss. A list ends with last_page, or
//     without one with a page that is not full: per_page records, or as many as page 1 has. An answer without any of these
//     numbers is the whole list. It is complete if it has as many records as total, or if two readings in turn show the same.
//     Where the service deletes nothing of it, it is read while that adds something, and is complete once as many were seen as
//     total says.
//   - A4: GET cliente-email takes email in the query. Fields left out keep their state. The service may write the values in its
//     own way: case, blanks, Unicode form, separators in telephone and identity number, leading zeros of the telephone. These
//     count as the same. A client with fields left out is adopted as identical only if the identity number is shown and the same.
//   - A6: PUT placa takes the body of POST placa.
//   - A9: DELETE zona-favorita takes id and cliente_id as a JSON body.
//   - A10: reserva-extender takes the minutes to add; reserva-cancelar takes no body. Where an answer was lost, vehiculo_id,
//     tramo_id, minutos and pago_codigo of the record tell what became of the request; a record without them does not. Minutes
//     below those that the service accepted prove nothing. A record whose estado is cancelada, anulada, finalizada, terminada,
//     concluida, liberada, expirada, vencida or caducada, in either gender, has ended, whatever list shows it. A booking is
//     answered with its own reservation: one that existed before, or of another vehicle or section, is not.
//   - A11: an answer whose shape the document does not show has its records somewhere, and find.go finds them. One that shows
//     fields of a record and none that is recognised is an error. Counters, identifiers and coordinates may be numbers or numeric
//     strings, flags 0/1 (1.0 too), "0"/"1", true/false or null, and identifiers begin at 1; 0 for a zone, section or space of a
//     favourite is none. A record has one identifier: two names for it hold the same. It shows a plate whole, in any spelling.
//     Decoding is lenient, sending is strict. Letters and accents are joined (Unicode NFC) in every text that is compared or stored.
//   - A12: an entry of errores may be a string, an array or an object.
//   - A13: an ok envelope at HTTP 400 or above is a failure.
//   - A14: the operations without a published path take and return what the embedded sandbox takes and returns. Of the
//     token operations less: the body is the caller's, and the token is the text field token unless the caller names
//     another. An answer that hands it out in a header or a cookie is an error that names the fields it has. Where the
//     answer to the start of a sanction was lost, placa and tramo_id of the listed records tell which is the new one.
//   - A15: POST placa refuses a plate that is registered already, instead of overwriting it. This is what allows
//     registering without reading first, and linking a plate that this process has just registered without looking
//     again.
//   - A16: tramos-cercanos takes the point as latitud and longitud in the query, and tramo-precios-estacionar the
//     section as tramo_id. A service that wants other names refuses them, and the query of the caller can carry those.
//   - A17: the service's own fail envelope at HTTP 429, or at 503 with Retry-After, says that the request was not taken
//     in, and so does 401 or 403 from whoever. The same statuses without the envelope say nothing: a write is looked
//     for.
//   - A18: a fail envelope at HTTP 400 or above (but 408, 425, 429, 499 and from 500 on), or with entries in errores,
//     is a refusal: nothing was done. One below 400 without entries may be an error after the work was done: a write is
//     looked for.
package parking
