package flota

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/cliente"
)

// With the clients, since a plan relies on what the run read of the client of a vehicle.
func TestMain(m *testing.M) { acctest.Main(m, Area, cliente.Area) }
