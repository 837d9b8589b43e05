package zonafavorita

// Descriptions.
const (
	zonaFavoritaDoc                     = "A favourite zone, section or cell of a client. At least one of `zona_id`, `tramo_id` and `celda_id` is declared. A favourite that the client has already is adopted as `adopt_existing` of the provider says. Destroying the resource deletes the favourite."
	zonaFavoritaClienteIdDoc            = "Identifier of the client, `parking_cliente.….id`. Another client forces replacement: the favourite is deleted, and one is saved for the other client."
	zonasFavoritasDataZonasFavoritasDoc = "The favourites, in the service's order; empty when there are none. What a favourite does not name is null."
	zonasFavoritasDataDatosDoc          = "Tuple in the order of `zonas_favoritas`: of each favourite an object of every other field that the service sends, such as a name, as it comes. Read a field that may be missing with `try(….datos[0].field, null)`."
)

// Messages.
const (
	favouriteInTwoBlocksText       = "Favourite %s of client %s is in the state of two blocks, so both would move or delete it. Nothing was changed. Remove it from the state of one of them:\n\n  terraform state rm parking_zona_favorita.NAME\n\n%s In the configuration, remove that block too, or give it another place. Then apply. %s"
	favouriteWithoutIDText         = "The favourite %s of client %s is not listed: the service does not tell its identifier, by which Terraform identifies a favourite."
	favouriteEmptyText             = "Favourite %s of client %s is not listed: it has no zone, section or cell, and no configuration can declare such a favourite."
	favouriteStaysOnTheServiceText = "Another block of this configuration took favourite %s of client %s over in this run, so it was not deleted."
	favouriteSavedTwiceText        = "Another run saved %s of client %s at the same moment, as favourite %d, and deleting favourite %d of this run failed: %s. Look which of the two are still there, and delete one of them with the service's own application."
	favouriteSavedByAnotherText    = "Another run saved %s of client %s at the same moment, as favourite %d. It is now managed here too; the second one, favourite %d, was deleted."
	favouriteDeclaredTwiceText     = "Another parking_zona_favorita of this configuration declares %s of client %s too. It is saved once, by that one; remove one of the two blocks."
	favouriteExistsAlreadyText     = "Client %s has %s as %s already, and adopt_existing is never.%s"
	favouriteAdoptedText           = "Client %s had %s as %s already, as declared. It is now managed here; nothing was changed."
	favouritesNotReadReason        = "the favourites of the client could not be read before the change"
	favouriteInTheWayText          = "Client %[1]d has %[2]s as favourite %[3]d already, and adopt_existing is never. %[5]s To manage that one here instead of favourite %[4]d, run:\n\n  terraform state rm parking_zona_favorita.NAME\n  terraform import parking_zona_favorita.NAME %[1]d/%[3]d\n\nFavourite %[4]d then stays on the service and is not managed here: delete it with the service's own application."
)

// Parts of messages.
const (
	favoritaListDoc = "The favourite zones, sections and cells of a client, for `terraform query` (Terraform 1.14 and later; OpenTofu has no such command). `terraform query -generate-config-out=favoritas.tf` writes a `parking_zona_favorita` with its `import` block for each, and the plan that follows changes nothing.\n\n" +
		"The service gives all favourites of a client in one answer, so neither `limit` nor `include_resource` changes what is asked of it. Terraform takes 100 where the list block sets no `limit`; a warning says when the client has more."
	zonaIDDoc           = "Identifier of the zone. Changed in place. If omitted beside a section or cell, a zone that the service adds by itself is ignored."
	tramoIDDoc          = "Identifier of the section. Changed in place. If omitted beside a cell, a section that the service adds by itself is ignored. Removing it without declaring a cell forces replacement: the service can clear only a cell, so the favourite is deleted and saved anew."
	celdaIDDoc          = "Identifier of the cell. Changed in place; removing it clears the cell."
	importFavouriteText = " To manage it here, import it:\n\n  terraform import parking_zona_favorita.NAME %s/%d"
	movedBackText       = "Favourite %d was moved there before the service listed the other one, and back."
)

const noID = "The service never told the identifier of this favourite, and without it the service would save a second one or delete none. Delete it with the service's own application and apply again."
