// Package proof tries a program against a parking service that fails in every order.
//
// It has four parts:
//
//   - model.go: the service, in memory, as its interface document describes it. It knows the truth: what exists, and
//     how often each write took effect. model_answer.go says which request does what, model_records.go and
//     model_payments.go carry out the writes, model_listings.go pages, and model_quirks.go holds what the document
//     leaves open.
//   - faults.go and the files that begin so: the faults. A fault is one way in which one request can end, with the reason why
//     the service, or something between, may end it so. TRIED.md says what they stand for, and what was not tried.
//   - explore.go: the search. It runs a scenario under every schedule of faults up to a depth, and leaves out
//     schedules that the program under test cannot tell from another one.
//   - unpreventable.go and unpreventable_text.go: the schedules under which no client could do better, with what it
//     costs.
//
// Only tests and the generator of the documentation import it. It knows nothing of the client: routes and fields are
// spelled again here, so that a wrong name on one side fails a test.
package proof
