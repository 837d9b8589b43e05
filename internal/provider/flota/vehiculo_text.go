package flota

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
