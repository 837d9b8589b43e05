package flota

// Descriptions.
const (
	flotaCsvFunctionDoc = "Turns the text of a CSV file into a map of vehicles keyed by plate, ready for for_each. " +
		"The columns placa, tipo_vehiculo_id and cliente are required; nombre, electrico and minusvalido are optional. " +
		"A file with an invalid line is rejected, and the error names every invalid line."
	flotaDoc = "Up to 1,000 vehicles of one client, plates and links in one resource: the way for large fleets, for which Terraform itself needs longer than the service when each vehicle is a resource of its own. " +
		"The provider brings them onto the service at its own concurrency; one that fails stops nothing else: it is named in `pendientes`, and the next apply tries it again. Objects that already exist are adopted, as `adopt_existing` of the provider says.\n\n" +
		"The service cannot delete plates or vehicles: an entry that is removed, and a fleet that is destroyed, is no longer managed and stays on the service, with a warning.\n\n" +
		"The guide [Large fleets](../guides/large-fleets) says when to use it, how to keep more than 1,000 vehicles of a client, and how to move from single resources and back."
	flotaClienteIdDoc = "Identifier of the client that owns the fleet, `parking_cliente.….id`. Another client forces replacement: the plates are linked to it, and the old links stay on the service."
	flotaVehiculosDoc = "The vehicles, keyed by license plate, at most 1,000. Another spelling of a plate, in case, blanks or hyphens, changes only the state. Every attribute of an entry is written, `null` for none: `tipo_vehiculo_id`, the vehicle type, at least 1 and changed in place; " +
		"`nombre`, a name or alias, which cannot be changed once the vehicle is linked and is not managed when `null`; `electrico` and `minusvalido`, flags that are changed in place, `null` for false. Equivalent values, such as `false` for `null` or a name in capitals, update only the state. " +
		"The function `flota_csv` gives entries of this shape."
	flotaVehiculoIdsDoc = "Identifiers of the vehicles, keyed by plate; null for one that is not linked."
	flotaPendientesDoc  = "Why vehicles are not in place, keyed by plate; empty when the whole fleet is as declared. A `postcondition` on it makes a run fail that leaves something open."
)

// Messages.
const (
	aVehicleCannotBeRenamedText = "The service holds vehicle %q of client %s with nombre = %s, and the configuration says %s. The service has no operation to rename a vehicle. %s"
	vehicleLeftOutText          = "Vehicle %d of client %s is not imported: no configuration can hold its plate, %s."
	noneCreatedText             = "None of the %d vehicles of client %s could be brought onto the service. The first of them, %s: %s\n\nFix this and apply again. Nothing has to be cleaned up: the next run adopts what is there by then, as adopt_existing says."
	vehiclesStaySummary         = "Vehicles stay on the service (%d)"
	vehiclesStayText            = "The service cannot delete plates or vehicles. These of client %s are no longer managed here and stay on it: %s."
	fleetStaysOnTheServiceText  = "The service cannot delete plates or vehicles. The %d vehicles of client %s are no longer managed here and stay on it: %s."
	notBegunText                = "Not begun: %s before it was this vehicle's turn. %s"
	vehicleDeclaredTwiceText    = "Another block of this configuration declares plate %q too, and brings it onto the service. Remove it from one of the two; where two clients share the plate, apply again, which links it to client %s too."
	vehicleNotSeenYetText       = "The service accepted the vehicle in an earlier run, and its listing still does not show it. It is not linked again, so that it is not made twice. If the service really lost it, apply once without the entry and then with it again."
	stayBehindText              = "Plates: %s.\n\nThe first of them: %s"
	notInPlaceText              = "%s: %s. The attribute pendientes says why. The next apply tries these again, and only these.\n\nThe first of them, %s: %s"
	fleetTooLargeText           = "A parking_flota has at most %d vehicles, and this one has %d. Split it into several of the same client, as examples/flota-grande does."
	emptyFleetText              = "A parking_flota has at least one vehicle. Leave the resource out where there is none."
	samePlateText               = "%q and %q are the same plate. Remove one of the two."
	invalidVehicleTypeText      = "Plate %q needs the identifier of its vehicle type, a whole number of 1 or more; parking_tipo_vehiculo looks it up by name."
	invalidNameText             = "The name of plate %q is empty. Write null for none."
)

// Parts of messages.
const (
	importNeedsListingText = "An import needs the whole listing of the client's vehicles, and creating the fleet does not: apply it without importing it. Each vehicle is then looked for by its plate and adopted, as adopt_existing = \"identical\" says, the default."
	pendingIDText          = "The service accepted the vehicle, and its identifier is not known yet. The next apply looks for it."
	notAsDeclaredText      = "Of the %d vehicles of client %s these are not as declared, and all others are"
)

const flotaCSVMarkdown = "Turns the text of a CSV file into a map of vehicles keyed by plate, ready for `for_each` and for `vehiculos` of `parking_flota`. " +
	"Each vehicle is an object of `placa`, `cliente` and `nombre` (texts), `tipo_vehiculo_id` (a number), `electrico` and `minusvalido` (`true` or `false`). Needs Terraform 1.8 or OpenTofu 1.7.\n\n" +
	"The first line names the columns, in any order; letter case and accents do not matter (`Eléctrico` is `electrico`):\n\n" +
	"| column | required | value |\n" +
	"|---|---|---|\n" +
	"| `placa` | yes | license plate, once in the file; letter case, blanks and hyphens make no other plate |\n" +
	"| `tipo_vehiculo_id` | yes | number of the vehicle type |\n" +
	"| `cliente` | yes | whatever names the client in your configuration, for example the e-mail address |\n" +
	"| `nombre` | no | name or alias; `null` in the result when blank |\n" +
	"| `electrico`, `minusvalido` | no | `1`/`0`, `si`/`no`, `s`/`n`, `yes`/`no`, `y`/`n`, `true`/`false`, `verdadero`/`falso`, or `x`/blank, in any letter case; blank is false |\n\n" +
	"Files are taken as spreadsheets save them: commas or semicolons (the header line tells which), with or without a byte order mark, " +
	"any line ending, fields in double quotes, blanks around values. Blank lines are skipped. The text must be UTF-8; " +
	"for a Latin-1 file write `provider::parking::flota_csv(textdecodebase64(filebase64(path), \"ISO-8859-1\"))`.\n\n" +
	"A file with any bad line (duplicate plate, required value left out, bad flag, too few or too many fields, unknown column) " +
	"is rejected, and the error names every invalid line. A file with a header alone gives an empty map."
