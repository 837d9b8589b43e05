package flota

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// What is so of plates and vehicles. What notes are about follows them.
const (
	asDeclaredText       = "Already on the service as declared, so only the state changes"
	linkedAsDeclaredText = "Already linked as declared, so no link is made"
	toLinkText           = "The apply links these plates to %s for good"
	oddPlateText         = "Plates seldom have other characters than A to Z, digits and hyphens, and spreadsheets turn some into numbers or dates. The service can delete neither plates nor links, so check"
	differsText          = "On the service, %s differs: %s."
	valueInsteadOfText   = "%s (%s on the service, %s in the configuration)"
	spellItSoText        = "The service has it as %q. It may take two spellings for two plates, and can delete neither, so write it as the service does."
	renamedText          = "The service cannot rename a vehicle. Set nombre as the service has it, then apply."
	nombreText           = "The service cannot rename a vehicle. Set nombre as the service has it, or to null to ignore the name."
	noSuchTypeText       = "The service has no vehicle type %s, but these: %s."
	registerFirstText    = "Set placa = parking_placa.NAME.placa, so that the plate is registered first. If no block declares it, add one."
	unlistedText         = "The service accepted the vehicle, but does not list it yet. The next apply looks it up, and never links it again. If the service lost it, apply once without the entry, then with it."
	linkByHandText       = "The service denies the list of the client's vehicles, so the plate may already be linked, and a second link stays for good. " + framework.WaitAMinute + " If that does not help, ask the operator of the service whether the client is blocked. Only if it has no vehicles, link the first one by hand, with POST /external/vehiculo."
	uncheckedText        = "The service did not say whether they exist. The apply adopts those that do as declared. It may register a plate in another spelling again.%s"
)

// What stays on the service.
const (
	staysText        = "The service can delete neither plates nor vehicles. What this plan destroys or replaces stays registered, and linked to its client, even if another client gets it." + framework.Listed
	stayLinkedText   = "The service can delete neither plates nor links, and this block no longer manages these. They stay linked to client %s"
	notShownYetText  = "Written less than a minute ago, and not shown by the service, so they stay in the state"
	unprovenText     = "The service rejects these as it rejects what cannot exist, and shows no other, so they stay in the state"
	goneText         = "If they are gone, remove their entries and apply. If base_url now leads to another service, run terraform state rm with the address of this block, then apply. "
	onlyOperatorText = "Something between may have repeated a request, or it was done after its answer was lost. Ask the operator of the service to remove the link that is not needed."
)

const noLooksText = "plan_lookups is false, so this plan does not show which new plates are already registered. The apply adopts those, or overwrites them with overwrite_existing = true, and links them for good."

// Fleets.
const (
	plannedText     = "The apply cannot put %d of %d vehicles in place; at most %d may be missing (max_pendientes).%s"
	standingText    = "%d of %d vehicles are not in place; max_pendientes permits %d. %s%s"
	notCreatedText  = "The fleet is not in the state. Fix the causes and apply again: what is on the service by then is adopted."
	notUpdatedText  = "What is on the service is in the state. Fix the causes and apply again: only these are retried."
	retriedText     = "The next apply retries only these, which are also in pendientes."
	savedText       = "The service accepted %d of them, but does not list them yet. So the fleet is saved: an error would taint it, and link them twice. To fail such a run, add a postcondition on pendientes."
	moreText        = "\n\nNot shown: other reasons, for %d of the vehicles. The attribute pendientes of a saved fleet has all of them."
	invalidTypeText = "tipo_vehiculo_id of plate %q must be at least 1. The data source parking_tipo_vehiculo looks it up by name."
)

// Imports and lists.
const (
	noVehicleText    = "Client %s has no vehicle with plate %s. The data source parking_vehiculos lists its vehicles."
	unknownOwnerText = "The service returned vehicle %s without its client, or without a plate that is valid in a configuration. If the plate is valid, import it as cliente_id/placa, for example 12/AKX0359."
	invalidPlateText = "Its plate %s is not valid in a configuration. " + framework.UseApplication
	listUnknownText  = "cliente_id is not known yet, so nothing can be listed. Set it to the identifier of a client."
	listLimitText    = "Client %s has %d vehicles, but the limit is %d. To list them all, set limit = %[2]d in the list block."
)
