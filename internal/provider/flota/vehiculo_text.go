package flota

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

// Descriptions.
const (
	vehiculoDoc = "Manages a vehicle: the link of a registered plate to a client.\n\n" +
		"Linking is the second step of putting a vehicle on the service. Refer to `parking_placa` for the plate, so that it is registered first. " +
		"A link that already exists is adopted.\n\n" +
		"The service can neither update nor delete vehicles. Changing `nombre` is an error at plan time, and destroying the resource only removes it from the state, with a warning."
	vehiculoIDDoc        = "Identifier of the vehicle, assigned by the service."
	vehiculoClienteIDDoc = "Identifier of the owning client, for example `parking_cliente.norte.id`. Another client forces replacement: the plate is linked to it, and the old link stays on the service."
	vehiculoPlacaDoc     = "Registered license plate; write `parking_placa.moto.placa` so that it is registered first. Another plate forces replacement, and the old link stays on the service. Another spelling of the same plate (case, blanks or punctuation) is not a change."
	vehiculoNombreDoc    = "Name or alias of the vehicle; if omitted, the service's value is kept. Changing it is an error at plan time, because the service cannot rename a vehicle. Names that differ only in case, blanks or Unicode form are equal."
	vehiculoActivadoDoc  = "Whether the vehicle is activated on the service."
	vehiculoFavoritoDoc  = "Whether the client marked the vehicle as favourite."

	vehiculoDataDoc          = "Looks up a vehicle, the link of a plate to a client, by `id` or by `cliente_id` and `placa`. Fields that the service omits are null."
	vehiculoDataIDDoc        = "Identifier of the vehicle. Required unless `cliente_id` and `placa` are set; conflicts with both."
	vehiculoDataClienteIDDoc = "Identifier of the owning client. Must be set together with `placa`."
	vehiculoDataPlacaDoc     = "License plate. Must be set together with `cliente_id`. If the plate is linked several times, the link with the exact spelling is read, or else the one with the lowest identifier."

	vehiculosDataDoc = "Lists the vehicles of a client.\n\n" +
		"Every page of the service's listing is read, 15 vehicles per request. The filters `placa` and `nombre` save requests. " +
		"Plates and names have the service's spelling; the state of a resource has the declared one. " +
		"A `check` block can [warn of vehicles that no configuration declares](../guides/adopting-a-fleet#vehicles-that-no-configuration-declares)."
	vehiculosDataPlacaDoc  = "License plate to filter by. If omitted, vehicles with any plate are listed."
	vehiculosDataNombreDoc = "Name or alias to filter by. If omitted, vehicles with any name are listed."
	vehiculosDataListDoc   = "Vehicles, in the service's order. Empty if there are none."
	vehiculosNombreDoc     = "Name or alias of the vehicle; null if it has none."

	vehiculoListDoc = "Lists the vehicles of a client for `terraform query`. Requires Terraform 1.14 or later; OpenTofu has no such command.\n\n" +
		"`terraform query -generate-config-out=vehiculos.tf` writes a `parking_vehiculo` with its `import` block for each vehicle. The plan that follows changes nothing. " +
		"The service cannot list plates, so write and import a `parking_placa` for each vehicle by hand.\n\n" +
		"Only as many pages are read as `limit` of the list block needs, which defaults to 100. A warning shows if the client has more vehicles. `include_resource` needs no further requests."
)

// Summaries that fleets and single resources share.
const (
	plateAdopted          = "Existing plate adopted"
	vehicleAdopted        = "Existing vehicle adopted"
	vehicleNamedByService = "Vehicle created under another name"
	linkedTwice           = "Vehicles linked to two clients"
	notListedYet          = "Vehicle not listed yet"
)

// Messages.
const (
	noVehicleText          = "Client %s has no vehicle with plate %s. The data source parking_vehiculos lists the vehicles of the client."
	linkByHandText         = "The service denies the list of the client's vehicles, so the plate may already be linked, and a second link stays for good. Wait a minute, then run again. If that does not help, ask the operator of the service whether the client is blocked. Only if it has no vehicles, link the first one by hand, with POST /external/vehiculo or in the service's own application."
	plateNotRegisteredText = "Plate %q is not registered, so it cannot be linked."
	registerFirstText      = "Declare it as a parking_placa and refer to it with placa = parking_placa.NAME.placa. In a parking_flota, the next apply registers it.\n\n%s"
	vehicleAdoptedText     = "Plate %q was already linked to client %s (vehicle %d) as declared: by another block, an earlier run that failed, or somebody else. It is now managed here; nothing was changed."
	spelledOnServiceText   = " The service spells this plate %q."
	secondPlateText        = " Write it so: the service may take the two spellings for two plates, and a parking_placa may register the second one for good."
	vehicleFoundText       = "Plate %q is already linked to client %s (vehicle %d) as declared: by another block, an earlier run that failed, or somebody else. The apply manages that vehicle here and changes nothing."
	plateNotLinkedText     = "Plate %q is already registered, but not linked to %s, to which the apply links it."
	noVehiclesYetText      = "Client %d has no vehicles yet, and no operation of the service reads a client by its number. Check the number, unless it comes from a parking_cliente or its data source."
	linkedAgainText        = "Client %s has more than one link of plate %s. Vehicle %d is managed here. " + whyLinkedAgainText
	whyLinkedAgainText     = "A request may have been sent twice by something between, or done after its answer was lost. The service cannot delete a link, so ask its operator to remove the one that is not needed."
	vehiclesStayText       = "The service cannot delete vehicles. Those that this plan destroys or replaces stay linked to their clients." + framework.Listed
	linkedTwiceText        = "A new cliente_id links the plates to the new client as well. The service cannot delete the old links, so both clients then have the vehicles. The old links are only removed from the state. The plan lists each resource as replaced."

	cannotRenameText       = "Vehicle %q of client %s has nombre = %s on the service, but the configuration has %s."
	createdUnderOtherText  = "Vehicle %d (plate %q of client %s) was created with nombre = %s, but the configuration has %s. The service cannot rename a vehicle. %s"
	existsUnderOtherText   = "Plate %q is already linked to client %s (vehicle %d) with nombre = %s, but the configuration has %s."
	cannotRenameToText     = "The service cannot rename a vehicle. "
	adoptNombreText        = "Set nombre = %s to adopt it."
	nombreOfServiceText    = "Set nombre = null to ignore the name, or nombre = %s, as the service has it."
	importUnknownOwnerText = "The service returned vehicle %s without its client or plate. Import it as cliente_id/placa, for example 12/AKX0359."
	importPlateText        = "The plate %[2]s of vehicle %[1]s is not valid in a configuration. " + ownApplicationText
	ownApplicationText     = "The vehicle must be managed in the service's own application."

	listUnknownText  = "cliente_id depends on a value that is not known yet, so nothing can be listed. Set it to the identifier of a client."
	listLimitText    = "Client %s has %d vehicles, but the list block is limited to %d (the default is 100). To list them all, set limit = %[2]d in it."
	notListedText    = "Vehicle %d of client %s is not listed, because %s. Terraform identifies a vehicle by its client and plate."
	noPlateText      = "the service does not return its plate"
	plateInvalidText = "its plate %s is not valid in a configuration"
	plateListedText  = "another vehicle of the client with its plate %s is already listed"
)
