package flota

// Descriptions.
const (
	placaDoc = "Manages a license plate that is registered with the service.\n\n" +
		"Registering the plate is the first step of putting a vehicle on the service; `parking_vehiculo` then links it to a client. " +
		"A plate that is already registered as declared is adopted. Other values are an error that shows them, or are overwritten with `overwrite_existing` of the provider.\n\n" +
		"The service cannot delete plates: destroying the resource only removes it from the state, with a warning."
	placaPlacaDoc              = "License plate, for example `AKX0359`, without surrounding blanks. Write it as the service does. Another plate, or another spelling, forces replacement, and the old one stays on the service."
	placaTipoVehiculoIDDoc     = "Identifier of the vehicle type, at least 1; the data source `parking_tipo_vehiculo` looks it up by name. Updated in place."
	placaElectricoDoc          = "Whether the vehicle is electric."
	placaMinusvalidoDoc        = "Whether the vehicle is registered for a person with a disability."
	placaFlagDefaultDoc        = " Defaults to `false`. Updated in place."
	placaMarcaDoc              = "Brand of the vehicle, as recorded by the service."
	placaModeloDoc             = "Model of the vehicle, as recorded by the service."
	placaColorDoc              = "Colour of the vehicle, as recorded by the service."
	placaExentoDoc             = "Whether the vehicle is exempt from payment."
	placaSancionableDoc        = "Whether the vehicle can be fined."
	placaDataDoc               = "Looks up a license plate that is registered with the service. Fields that the service omits are null."
	placaDataPlacaDoc          = "License plate, spelled as it was registered."
	placaDataTipoVehiculoIDDoc = "Identifier of the vehicle type; the data source `parking_tipo_vehiculo` looks up its name."
)
