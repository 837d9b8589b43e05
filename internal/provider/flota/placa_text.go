package flota

// Descriptions.
const (
	placaDataDoc               = "A license plate that is registered on the service. What the service leaves out is null."
	placaDataTipoVehiculoIdDoc = "Identifier of the vehicle type; the data source `parking_tipo_vehiculo` gives its name."
	placaDataMinusvalidoDoc    = "Whether the vehicle is registered for a person with a disability."
	placaDoc                   = "A license plate registered with the parking service: the first step of putting a vehicle on it. A plate that is registered already is adopted as `adopt_existing` of the provider says.\n\n" +
		"The service cannot delete plates: destroying the resource removes it from the state only, with a warning."
	placaPlacaDoc          = "License plate, for example `AKX0359`, without surrounding blanks. Another plate forces replacement: it is registered, and the old one stays on the service. Another spelling of the same plate, in case, blanks or hyphens, changes only the state."
	placaTipoVehiculoIdDoc = "Identifier of the vehicle type; `parking_tipo_vehiculo` looks it up by name. Changed in place."
	placaMinusvalidoDoc    = "Whether the vehicle is that of a person with a disability. Default `false`. Changed in place."
)

// Messages.
const (
	invalidLicensePlateText             = "The plate %s %s. Nothing was registered."
	plateRegisteredAnswerLostText       = "The answer to the registration of plate %s was lost (%s), and the service holds the plate exactly as declared: it was registered by this run, or was there before. It is now managed here."
	plateExistsAlreadyText              = "Plate %s is registered with the service already, and adopt_existing is never. %s%s"
	existingPlateAdoptedText            = "Plate %s was registered with the service already, exactly as declared. It is now managed here; nothing was changed."
	plateExistsAlreadyAndDiffersText    = "Plate %s is registered with the service already: %s. With adopt_existing = \"identical\" nothing is overwritten. Declare what the service holds, or set adopt_existing = \"update\" in the provider block.%s"
	existingPlateAdoptedAndChangedText  = "Plate %s was registered with the service already: %s. It was brought to the declared state, as adopt_existing = \"update\" says, and is now managed here."
	plateDeclaredTwiceText              = "Another parking_placa of this configuration declares plate %s too. It is registered once, by that one; remove one of the two blocks."
	plateRegisteredButNotAsDeclaredText = "The service registered plate %s and reports: %s. The next plan shows the difference."
	plateStaysOnTheServiceText          = "The service cannot delete plates. Plate %s is no longer managed here and stays registered."
)

// Parts of messages.
const (
	noSuchPlateText = "Plate %s is not registered on the service. Spelling counts: case, blanks and hyphens must be as they were registered."
	howToAdoptText  = "To adopt it, set adopt_existing = \"identical\" in the provider block for one apply, or import it. A parking_flota is imported with all its plates, as CLIENTE_ID/PLATE1,PLATE2; a %[1]s with:\n\n  terraform import %[1]s.NAME %[2]s"
)
