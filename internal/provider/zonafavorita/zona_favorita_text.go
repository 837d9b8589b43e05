package zonafavorita

// Descriptions.
const (
	favoritaDoc = "Manages a favourite zone, section or space of a client. At least one of `zona_id`, `tramo_id` and `celda_id` must be set. Destroying the resource deletes the favourite.\n\n" +
		"If the client already has a favourite at this place, it is adopted."
	clienteIDDoc      = "Identifier of the client, `parking_cliente.….id`. Forces replacement: the favourite is deleted, and saved again for the other client."
	zonaIDDoc         = "Identifier of the zone. If omitted while `tramo_id` or `celda_id` is set, a zone that the service adds is ignored. Updated in place."
	tramoIDDoc        = "Identifier of the section. If omitted while `celda_id` is set, a section that the service adds is ignored. Updated in place; removing it without setting `celda_id` forces replacement, because the service can clear only the space."
	celdaIDDoc        = "Identifier of the parking space. Updated in place; removing it clears the space."
	favoritasDoc      = "Favourites of the client, in the service's order; empty if there are none. Fields that the service omits are null."
	favoritasDatosDoc = "All other fields of each favourite, such as its name, as the service returns them: a tuple in the order of `zonas_favoritas`. Read a field that may be missing with `try(….datos[0].field, null)`."
)

// Messages.
const (
	justSavedText     = "Another block saved or adopted %s of client %s less than a minute ago, so nothing was changed for this one. If both blocks declare the same place, remove one of them. Otherwise apply again."
	foundText         = "Client %s already has %s as %s, as declared. The apply manages it here and changes nothing. If another block declares the same place, remove one of the two: destroying either one deletes the favourite. If the block was renamed, declare a moved block. Otherwise the favourite may be deleted and saved again."
	adoptedText       = "Client %s already had %s as %s, as declared. That favourite was not changed, and is now managed here. Another block may declare the same place, and destroying either one deletes the favourite. If so, remove one of the two blocks, then run terraform state rm with its address."
	otherRunText      = "Another run saved %s of client %s at the same moment, as favourite %d. That favourite is now managed here as well. The second one, favourite %d, was deleted."
	savedTwiceText    = "Another run saved %s of client %s at the same moment, as favourite %d. Deleting the second one, favourite %d of this run, failed: %s. Check which of the two still exist, and delete one of them in the service's own application."
	savedAgainText    = "Client %s has %s more than once. Favourite %s is managed here. Also at this place: %s. A request may have been sent twice by something between, or done after its answer was lost. Delete what is not needed in the service's own application."
	stillListedText   = "The client's list still shows the favourite, so it stays in the state."
	otherFavoritaText = "The service shows favourite %s of client %s at %s, but the state says %s. Nothing was changed. Either somebody moved the favourite, or the service was restored from a backup and gave its identifier to another one. If it was moved, plan again with a refresh, and the plan shows the difference. If it is another favourite, remove it from the state, which deletes nothing:\n\n  terraform state rm parking_zona_favorita.NAME\n\nThen apply, which saves a favourite for this block. If the block is to go too, remove it first."
	staysText         = "Favourite %s of client %s was not deleted, because another block has just adopted it."
	listNotReadReason = "the favourites of the client could not be read before the change"
	movedAwayText     = "Favourite %d of client %d was adopted by this block, then moved to %s by another block or outside Terraform. It stays there and is no longer managed here. The favourite at %s is managed here instead."
	noIdentifierText  = "The service returned no identifier for this favourite, so it cannot be moved or deleted. Apply again: the refresh reads the identifier once the service lists the favourite. If it never does, delete the favourite in the service's own application, run terraform state rm with the address of this block, then apply again."
)
