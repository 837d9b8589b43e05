package flota

import "github.com/parking-provider/terraform-provider-parking/internal/framework"

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

// Messages.
const (
	noSuchTypeText         = "The service has no vehicle type %s."
	listedTypesText        = "Set tipo_vehiculo_id to one of these: %s. The list is the service's own. A plate that is already registered with another type can be imported."
	plateDiffersText       = "Plate %q is already registered with other values: %s."
	nothingOverwrittenText = "It may be of another block, or somebody else's, so check it first. If it is the right one, declare the values of the service, or set overwrite_existing = true in the provider block."
	plateAdoptedText       = "Plate %q was already registered as declared: by another block, an earlier run that failed, or somebody else. It is now managed here; nothing was changed."
	plateUpdatedText       = "Plate %q was already registered with other values: %s. It was updated to the declared values, as overwrite_existing = true says, and is now managed here."
	platesStayText         = "The service cannot delete plates. Those that this plan destroys or replaces stay registered." + framework.Listed
	plateSpelledText       = "Plate %q is already registered as %s. The service may take the two spellings for two plates, and can delete neither."
	spellItSoText          = "Write the plate as %q."
	plateFoundText         = "Plate %q is already registered as declared. The apply manages it here and changes nothing."
	importSpelledText      = "Plate %s is registered as %q. Import it, and write it in the configuration, by that spelling."
	plateOverwrittenText   = "Plate %q is already registered with other values: %s. The apply overwrites them, as overwrite_existing = true says."
	maybeOthersText        = "It may be of an earlier run, of another block, or somebody else's. Check it: the service cannot remove the link of a vehicle to it."
	platesNotCheckedText   = "plan_lookups is false, so this plan does not show which of its new plates are already registered. The apply adopts those, or overwrites them with overwrite_existing = true, and links them for good."
	oddPlateText           = "Plate %q %s. Check it: the service can delete neither plates nor links."
	valueInsteadOfText     = "%s (%s on the service, %s in the configuration)"
)
