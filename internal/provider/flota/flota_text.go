package flota

// Descriptions.
const (
	flotaDoc = "Manages up to 10,000 vehicles of one client as one resource: their plates and their links to the client.\n\n" +
		"Use it for every fleet that comes from a file. If each vehicle is a resource of its own, Terraform itself takes longer than the service. " +
		"The provider registers and links the vehicles concurrently. If one of them fails, the others continue. The run then fails with the reasons, unless `max_pendientes` allows it, and the next apply retries only what is not in place. " +
		"Vehicles that already exist as declared are adopted; plates with other values are overwritten only with `overwrite_existing` of the provider.\n\n" +
		"Terraform silently ignores any other attribute of an entry of `vehiculos`, so look for [misspelled names](../index#misspelled-attribute-names) in the plan.\n\n" +
		"Equivalent values change nothing: `false` for an omitted flag, a name in another case, or an omitted name. Another spelling of a plate is another entry.\n\n" +
		"The service cannot delete plates or vehicles. If you remove an entry or destroy the fleet, the vehicles are only removed from the state, with a warning.\n\n" +
		"The guide [Large fleets](../guides/large-fleets) explains when to use this resource. It also says how to split a larger fleet, and how to move from single resources and back."
	flotaClienteIDDoc     = "Identifier of the client that owns the fleet, for example `parking_cliente.norte.id`. Another client forces replacement: the plates are linked to it, and the old links stay on the service."
	flotaIdentityDoc      = "Identifier of the client. It imports all vehicles of the client, also those of other blocks."
	flotaVehiculosDoc     = "Vehicles, keyed by license plate as the service writes it: 1 to 10,000 entries, for example from the function `flota_csv`. Only `tipo_vehiculo_id` of an entry is required. Updated in place, except for `nombre` of a linked vehicle, which cannot be changed."
	flotaVehiculoIDsDoc   = "Identifiers of the vehicles, keyed by plate; null for a vehicle that is not linked."
	flotaPendientesDoc    = "Vehicles that are not in place, keyed by plate, with the reason and what to do; empty if the whole fleet is as declared. Up to `max_pendientes` of them are a warning, more are an error."
	flotaMaxPendientesDoc = "Maximum number of vehicles that are not in place; defaults to `0`. With more, the apply fails: an update keeps all others in the state; a creation saves nothing, and the next apply adopts what was made. Vehicles of a new fleet that the service accepted, but does not list yet, only warn."

	entryTipoVehiculoIDDoc = "Identifier of the vehicle type, at least 1. The data source `parking_tipos_vehiculo` lists them. Updated in place."
	entryNombreDoc         = "Name or alias; not managed if omitted. It cannot be changed once the vehicle is linked."
	entryElectricoDoc      = "Whether the vehicle is electric. Defaults to `false`. Updated in place."
	entryMinusvalidoDoc    = "Whether the vehicle is registered for a person with a disability. Defaults to `false`. Updated in place."

	tiposDoc = "Words of the column `tipo_vehiculo`, with the numbers of the vehicle types, for example `data.parking_tipos_vehiculo.todos.ids`. Only one map is accepted."

	tiposArgumentDoc = "The second argument, `tipos`, is optional, and the signature does not show it. It maps the words of the column `tipo_vehiculo` to the numbers of the vehicle types. " +
		"Usually it is `data.parking_tipos_vehiculo.todos.ids`. Add words of your own with `merge(data.parking_tipos_vehiculo.todos.ids, {Turismo = 1})`.\n\n"

	flotaCSVDoc = "Converts the text of a CSV file into a map of the vehicles of one client. The map is keyed by plate, ready for `for_each` and for `vehiculos` of `parking_flota`. " +
		"Requires Terraform 1.8 or OpenTofu 1.7.\n\n" + tiposArgumentDoc +
		"Each vehicle is an object with the attributes `placa`, `cliente` and `nombre` (text), `tipo_vehiculo_id` and `cliente_id` (number), `electrico` and `minusvalido` (bool).\n\n" +
		"A file with vehicles of several clients is an error, because all of them would be linked to one: use [`flotas_csv`](flotas_csv).\n\n" +
		"The first line names the columns, in any order. Case and accents do not matter: `Eléctrico` is `electrico`, and `Matrícula` is `placa`.\n\n" +
		"| column | required | value |\n" +
		"|---|---|---|\n" +
		"| `placa` | yes | license plate, unique in the file; case, blanks and punctuation do not count. One with other characters, such as `#`, needs an apostrophe before it |\n" +
		"| `tipo_vehiculo_id` | only one of the two | identifier of the vehicle type |\n" +
		"| `tipo_vehiculo` | only one of the two | a word of the argument `tipos`; case, accents and the plural do not count |\n" +
		"| `cliente` | no | e-mail address of the client; becomes lower case |\n" +
		"| `cliente_id` | no, and not together with `cliente` | identifier of the client |\n" +
		"| `nombre` | no | name or alias; a blank value becomes `null` |\n" +
		"| `electrico`, `minusvalido` | no | `1`/`0`, `si`/`no`, `s`/`n`, `yes`/`no`, `y`/`n`, `true`/`false`, `verdadero`/`falso`, or `x`/blank, in any case; blank is false |\n\n" +
		"Other columns are ignored, unless one resembles a column that is missing, which is an error.\n\n" +
		"Commas, semicolons or tabs separate the values; the first line shows which, or names it as in `sep=;`. A byte order mark, any line ending, double quotes, blanks around values, and separators at the end of a line are accepted. " +
		"An apostrophe before a value marks it as text, as in a spreadsheet: `'0123` is `0123`, and `''x` is `'x`. " +
		"Blank lines are skipped. The text must be UTF-8. Save the file as \"CSV UTF-8\", or decode it: `provider::parking::flota_csv(textdecodebase64(filebase64(path), \"windows-1252\"))` for a file as Excel writes it, with `\"UTF-16LE\"` for \"Unicode text\" of Excel.\n\n" +
		"A file with an invalid line is rejected. The error has a line for each kind of problem, with the values and their line numbers. " +
		"A file with only a header returns an empty map."

	flotasCSVDoc = "Converts the text of a CSV file into a map of fleets. The key is the client: the e-mail address in lower case, or the identifier as text. " +
		"Each fleet is a map of vehicles, keyed by plate, ready for `vehiculos` of `parking_flota`. Requires Terraform 1.8 or OpenTofu 1.7.\n\n" + tiposArgumentDoc +
		"It reads the same files as [`flota_csv`](flota_csv); a column `cliente` or `cliente_id` is required. Each vehicle is an object with the attributes of an entry of `vehiculos`: " +
		"`tipo_vehiculo_id` (number), `nombre` (text), `electrico` and `minusvalido` (bool).\n\n" +
		"Pass the maps on unchanged. Terraform converts a map of any other type to the type of `vehiculos`, several times in a run. " +
		"The time for this grows with the square of the number of entries: an apply of 10,000 takes 9 s longer on two cores."
)
