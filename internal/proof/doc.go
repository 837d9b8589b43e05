// Package proof tries the provider against a parking service that fails in every order.
//
// It has four parts, and the scenarios that the tests try:
//
//   - model.go: the service, in memory, as its interface document describes it, and what that leaves open. It knows the truth: what
//     exists, and how often each write took effect. model_answer.go says which request does what, model_writes.go carries out
//     the writes.
//   - faults.go: the faults. A fault is a class of failures that the client cannot tell apart, which classes_test.go shows at one
//     request, with the reason why the service, or something between, may end a request so. Events happen to the run.
//     transport_test.go lets them strike. TRIED.md says what was tried, and what was not.
//   - explore_test.go: the search. It runs a scenario under every schedule of faults up to a depth.
//   - unpreventable.go and unpreventable_text.go: the schedules under which no client could do better, with what it
//     costs.
//
// Only the test of the documentation imports it, for the list. Beside the tests it knows nothing of the client: routes and fields are
// spelled again, so that a wrong name on one side fails a test.
package proof
