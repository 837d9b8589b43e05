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
	existsText        = "The service shows %s there, as declared. It is managed here and not changed, unless another block moves or deletes it first. If another block declares this place, remove one of the two, and run terraform state rm with its address: a destroy deletes the favourite. If this block was renamed, declare a moved block."
	declaredTwiceText = "Another block of this apply declares this place, so nothing was sent for this one. Remove one of the two."
	savedAgainText    = "Favourite %s of client %s is managed here. Also at this place: %s. Two runs or two blocks may have saved it, or a request was sent twice on its way. Delete what is not needed in the service's own application, or import it and destroy it."
	noIdentifierText  = "The service returned no identifier for the favourite of client %s at %s, so it cannot be moved or deleted. Run again: the refresh reads it once the service lists the favourite."
)
