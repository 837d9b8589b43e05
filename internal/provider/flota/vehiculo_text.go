package flota

// Descriptions.
const (
	vehiculoDataDoc      = "A vehicle, the link of a plate to a client: looked up by `id`, or by `cliente_id` and `placa` together. What the service leaves out is null."
	vehiculoDataIdDoc    = "Identifier of the vehicle. Either this is given, or `cliente_id` and `placa`."
	vehiculoDataPlacaDoc = "License plate. It is given together with `cliente_id`. Of several links of one plate to the client the exact spelling counts, then the lowest identifier."
	vehiculoDoc          = "A vehicle: the link of a registered plate to a client, the second step of putting a vehicle on the service. Refer to `parking_placa` for the plate, so that it is registered first. A link that exists already is adopted as `adopt_existing` of the provider says.\n\n" +
		"The service can neither change nor delete vehicles: a new `nombre` is an error at plan time, and destroying the resource removes it from the state only, with a warning."
	vehiculoClienteIdDoc              = "Identifier of the owning client, `parking_cliente.….id`. Another client forces replacement: the plate is linked to it, and the old link stays on the service."
	vehiculoPlacaDoc                  = "License plate, registered: write `parking_placa.….placa` so that the plate comes first. Another plate forces replacement: it is linked, and the old link stays on the service. Another spelling of the same plate changes only the state."
	vehiculoNombreDoc                 = "Name or alias of the vehicle. If omitted, the service's value is kept. The service has no operation to rename a vehicle, so a change is an error at plan time. A name that differs only in case, in surrounding or repeated blanks or in its Unicode form is the same."
	vehiculosDataDoc                  = "The vehicles of a client. Every page of the service's listing is read, 15 vehicles a request; `placa` and `nombre` have the service narrow it, which saves requests."
	vehiculosDataVehiculosNombreDoc   = "Name or alias; null when the vehicle has none."
	vehiculosDataVehiculosActivadoDoc = "Whether the service has the vehicle activated."
	vehiculosDataVehiculosFavoritoDoc = "Whether the client marked the vehicle as favourite."
)

// Messages.
const (
	clientMissingText                        = "placa is given together with cliente_id, since a plate may be a vehicle of several clients. Add cliente_id."
	vehicleCreatedUnderAnotherNameText       = "The service created vehicle %d (plate %s of client %s) with nombre = %s, and the configuration says %s. The service has no operation to rename a vehicle. %s"
	plateNotRegisteredText                   = "Plate %s is not registered with the service, and a vehicle links a registered plate. Declare it as a parking_placa and refer to that: placa = parking_placa.NAME.placa. In a parking_flota, the next apply registers it again. The service said: %s."
	vehicleExistsAlreadyText                 = "Plate %s is linked to client %s already (vehicle %d), and adopt_existing is never. %s"
	vehicleExistsAlreadyUnderAnotherNameText = "Plate %s is linked to client %s already (vehicle %d) with nombre = %s, and the configuration says %s. The service has no operation to rename a vehicle. Declare nombre = %[4]s to adopt it."
	existingVehicleAdoptedText               = "Plate %s was linked to client %s already (vehicle %d), as declared. It is now managed here; nothing was changed."
	vehicleNotListedText                     = "Vehicle %d of client %s is not listed: %s. Terraform identifies a vehicle by its client and plate."
	vehicleRenamedText                       = "The service holds vehicle %s of client %s with nombre = %s, and the configuration says %s. The service has no operation to rename a vehicle. %s"
	vehicleLinkedTwiceText                   = "Another parking_vehiculo of this configuration links plate %s to client %s too. It is linked once, by that one; remove one of the two blocks."
	importNoVehicleText                      = "Client %s has no vehicle with plate %s. The data source parking_vehiculos lists those it has."
	vehicleStaysOnTheServiceText             = "The service cannot delete vehicles. Vehicle %s (plate %s of client %s) is no longer managed here and stays linked."
	importUnknownOwnerText                   = "The service has vehicle %s and does not tell its client or plate. Import it as cliente_id/placa, for example 12/AKX0359."
	importNoPlateText                        = "The service has vehicle %s, and no configuration can hold its plate, %s."
)

// Parts of messages.
const (
	emptyPlateText  = "vehicle %d has the plate %s, which has no letter or digit"
	keepNombreText  = "Declare nombre = %s. To ignore the difference, declare nombre = null in a parking_flota, or ignore_changes = [nombre] in the lifecycle block of a parking_vehiculo."
	vehiculoListDoc = "The vehicles of a client, for `terraform query` (Terraform 1.14 and later; OpenTofu has no such command). `terraform query -generate-config-out=vehiculos.tf` writes a `parking_vehiculo` with its `import` block for each, and the plan that follows changes nothing.\n\n" +
		"The pages of the service's listing are read while Terraform takes their vehicles, and no more of them than hold what `limit` of the list block asks for, which is 100 where it is not set; a warning says when the client has more. `include_resource` costs no further request. The service cannot list plates, so a `parking_placa` for each vehicle is written and imported by hand."
)
