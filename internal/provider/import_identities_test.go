package provider

import (
	"fmt"
	"testing"
)

// An identity is as much of a promise as an identifier: what could never be read
// is refused before anything is asked.
func TestImportIdentitiesRefused(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for typeName, identities := range map[string][]values{
		"parking_placa":         {{"placa": ""}, {"placa": " A"}, {"placa": "-"}},
		"parking_cliente":       {{"email": ""}, {"email": "flota"}},
		"parking_vehiculo":      {{"cliente_id": 0, "placa": "A"}, {"cliente_id": -1, "placa": "A"}, {"cliente_id": 1, "placa": ""}, {"cliente_id": 1, "placa": "A "}, {"cliente_id": 1, "placa": "-"}},
		"parking_zona_favorita": {{"cliente_id": 0, "id": 1}, {"cliente_id": 1, "id": 0}, {"cliente_id": -1, "id": -1}},
	} {
		for _, identity := range identities {
			expect(t, fmt.Sprint(typeName, identity), p.importIdentity(typeName, identity).errors(), "Invalid import identifier")
		}
	}
}
