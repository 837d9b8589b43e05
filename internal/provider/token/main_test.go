package token

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/catalogo"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/cliente"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area, catalogo.Area, cliente.Area) }
