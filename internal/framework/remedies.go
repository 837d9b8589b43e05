package framework

// Remedies are what a message tells its reader to do: it ends with one of them, or with a second one if the first may not help.
const (
	RunAgain      = "Run again."
	RunAgainOrAsk = "Run again. If the error persists, ask the operator of the service."
	WaitAMinute   = "Wait a minute, then run again."
	CorrectIt     = "Correct it, then run again."
	FixTheCause   = "Fix the cause, then run again."

	CheckAddress    = "Check base_url ({base_url}), ca_cert_file, the network and any proxy between, then run again."
	CheckAccess     = "Check credential (PARKING_CREDENTIAL) and base_url ({base_url}), then run again."
	CheckIdentifier = "Check the identifier, then run again."
	FollowAddress   = "Set base_url ({base_url}) to the address that the service redirects to, then run again."
	CheckByRequest  = "To check by hand: %s."
	CheckOwner      = "It may be of another block, an earlier run, or somebody else's, so check it."

	SetOverwrite = "Declare the values of the service, or set overwrite_existing = true in the provider block."
	ImportAfresh = "Run terraform state rm with the address of this block, then terraform import %s, then apply."

	RemoveFromState = "Run terraform state rm with the address of this block, then apply."

	InvokeAgain    = "If nothing was done, invoke the action again."
	UseApplication = "Use the service's own application."
	ReportIt       = "Please report this text to the provider's developers."

	// NextRunAdopts is for a write whose outcome is not known.
	NextRunAdopts = "No cleanup is needed: the next run looks first, and continues from what it finds."
	// Listed ends a warning of the plan that objects stay on the service.
	Listed = " They are only removed from the state. The plan lists each of them."
)
