package acceptance

import (
	"fmt"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// An identity is as much of a promise as an identifier: what could never be read
// is refused before anything is asked.
func TestImportIdentitiesRefused(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for typeName, identities := range map[string][]acctest.Values{
		"parking_placa":         {{"placa": ""}, {"placa": " A"}, {"placa": "-"}},
		"parking_cliente":       {{"email": ""}, {"email": "flota"}},
		"parking_vehiculo":      {{"cliente_id": 0, "placa": "A"}, {"cliente_id": -1, "placa": "A"}, {"cliente_id": 1, "placa": ""}, {"cliente_id": 1, "placa": "A "}, {"cliente_id": 1, "placa": "-"}},
		"parking_zona_favorita": {{"cliente_id": 0, "id": 1}, {"cliente_id": 1, "id": 0}, {"cliente_id": -1, "id": -1}},
	} {
		for _, identity := range identities {
			acctest.Expect(t, fmt.Sprint(typeName, identity), p.ImportIdentity(typeName, identity).Errors(), "Invalid import identifier")
		}
	}
}
